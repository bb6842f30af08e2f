// Whose home page is looked at.
export type Seen = { readonly id: string; readonly displayName: string }

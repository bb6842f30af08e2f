// Whose access is explained, and where.
export type Explained = {
  readonly user: { readonly id: string; readonly displayName: string; readonly type?: 'User' | 'Group' }
  readonly tenant: { readonly id: string; readonly title: string }
  /** Without one it is chosen first. */
  readonly role?: { readonly id: string; readonly name: string; readonly applicationName: string } | undefined
}

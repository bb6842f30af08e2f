// Whose access is explained, and where.
export type WhyTarget = {
  readonly user: { readonly id: string; readonly displayName: string; readonly type?: 'User' | 'Group' }
  /** Without one it is asked why not, and both are chosen first. */
  readonly tenant?: { readonly id: string; readonly title: string } | undefined
  /** Where it is asked why not, unless another one is chosen. */
  readonly near?: { readonly id: string; readonly title: string } | undefined
  /** Without one it is chosen first. */
  readonly role?: { readonly id: string; readonly name: string; readonly applicationName: string } | undefined
}

/** The portal's role names (R6-01). They come from the applications `identity` and `identity.global` only. */
export const roleNames = [
  'God',
  'Administrator',
  'UserAdministrator',
  'TenantAdministrator',
  'Manager',
  'User',
  'IdentityConsultant',
  'SystemManager',
] as const

export type RoleName = (typeof roleNames)[number]

/** R6-02: whether somebody has any of a list of roles; exact names, no role implies another. */
export const hasAnyRole = (roles: Iterable<string>, wanted: readonly RoleName[]): boolean => {
  const own = new Set(roles)
  return wanted.some((role) => own.has(role))
}

// A role that was deleted comes back with its scopes, where nothing stands in its way.
import type { UndoObstacle } from '#contract/access-history.ts'
import type { Tx } from '#server/kernel/context.ts'
import { lockApplication } from '#server/features/applications/applications.public.ts'
import type { RoleSnapshot } from './application-roles.events.ts'
import { insertRole, insertScope, roleById, roleNamed } from './application-roles.store.ts'

export const whyNotBack = async (tx: Tx, role: RoleSnapshot): Promise<UndoObstacle[]> => {
  const data = { name: role.name }
  if (!(await lockApplication(tx, role.applicationId))) return [{ code: 'application-gone', data: {} }]
  if (await roleById(tx, role)) return [{ code: 'role-there', data }]
  return (await roleNamed(tx, role)) ? [{ code: 'role-name-taken', data }] : []
}

export const putBack = async (tx: Tx, { scopes, ...role }: RoleSnapshot) => {
  await insertRole(tx, role)
  for (const scope of scopes) await insertScope(tx, { roleId: role.id, scope })
}

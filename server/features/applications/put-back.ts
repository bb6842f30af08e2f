// A role that was deleted comes back with its scopes, where nothing stands in its way.
import type { ApplicationRole } from '#contract/application-roles.ts'
import type { Tx } from '#server/kernel/context.ts'
import { lockApplication } from './catalogue.store.ts'
import { insertRole, insertScope, roleById, roleNamed } from './roles.store.ts'

/** As the trail has it. */
export type ToldRole = Omit<ApplicationRole, 'usedBy' | 'modifiedOn'> & { scopes: readonly string[] }

export const whyNotBack = async (tx: Tx, role: ToldRole): Promise<string[]> => {
  if (!(await lockApplication(tx, role.applicationId))) return ['its application is gone']
  if (await roleById(tx, role)) return [`role ${role.name} is there`]
  return (await roleNamed(tx, role)) ? [`there is another role named ${role.name}`] : []
}

export const putBack = async (tx: Tx, { scopes, ...role }: ToldRole) => {
  await insertRole(tx, role)
  for (const scope of scopes) await insertScope(tx, { roleId: role.id, scope })
}

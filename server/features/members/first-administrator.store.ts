// The membership of the first account, which nobody can give it.
import type { Tx } from '#server/kernel/context.ts'

export const insertGlobalMember = async (
  tx: Tx,
  input: { id: string; userId: string; now: Date; roles: readonly string[] },
) => {
  await tx.execute(
    `insert into tenant_member (id, tenant_id, identity_type, identity_id, is_inheritable, created_on)
     values ($1, '00000000-0000-0000-0000-000000000000', 'User', $2, true, $3)`,
    [input.id, input.userId, input.now],
  )
  await tx.execute(
    `insert into current_role_assignment (member_id, role_id, granted_on)
     select $1, r.id, $2
       from role r
       join application a on a.id = r.application_id
      where a.name = 'identity.global'
        and r.name = any($3)`,
    [input.id, input.now, input.roles],
  )
}

// Users who come by an import, and who are deleted. The rest of what happens to accounts: accounts.events.ts.
import { z } from 'zod'
import { UserFields } from '#server/features/accounts/accounts.public.ts'
import { MemberSnapshot } from '#server/features/members/members.public.ts'
import { auditEvent, moment, none } from '#server/kernel/audit-event.ts'

export const userAdministrationEvents = {
  removed: auditEvent('user.removed', 'user', {
    before: UserFields.extend({ modifiedOn: moment(), access: z.array(MemberSnapshot) }),
    after: none,
  }),
  /** Of anyone who imported. */
  imported: auditEvent('users.imported', 'user', {
    before: none,
    after: z.object({ inserted: z.int(), failed: z.int() }),
  }),
}

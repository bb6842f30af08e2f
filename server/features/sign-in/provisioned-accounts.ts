// Accounts that a first sign-in with the work account opens.
import { insertAccount, userEvents } from '#server/features/accounts/accounts.public.ts'
import { defaultAreaId } from '#server/features/areas/areas.public.ts'
import { mayPlaceIn } from '#server/features/members/members.public.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { isCompanyAddress } from './sign-in.rules.ts'

/**
 * Off unless configured, and for company domains only. Nobody puts them where all are Administrators (T28): who
 * comes into such an area is let in by an Administrator.
 */
export const provision = async (
  ctx: Ctx,
  tx: Tx,
  { address, claims }: { address: string; claims: Record<string, unknown> },
): Promise<AuditEvent[]> => {
  const { settings } = ctx.services
  if (!settings.externalProvisioning || !isCompanyAddress(address, settings.companyDomains)) return []
  if (!(await mayPlaceIn(ctx, tx, await defaultAreaId(tx)))) return []
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).slice(0, 200) : '')
  const id = ctx.newId()
  const user = {
    id,
    userName: address,
    email: address,
    firstName: text('given_name'),
    lastName: text('family_name'),
    language: ctx.requestInfo.language,
    areaName: '',
    draft: false,
    breakGlass: false,
    passwordHash: null,
    passwordExpired: true,
    now: ctx.now,
  }
  await insertAccount(tx, user)
  const after = { userName: address, email: address, by: 'external sign-in' }
  return [userEvents.created({ subject: id, after })]
}

// Whom an application lets in: anybody, but a restricted person only where a role is effective. The portal
// itself is everybody's.
import { hasAccessTo } from '#server/features/members/members.public.ts'
import type { Db } from '#server/kernel/context.ts'

type Asking = { readonly userId: string; readonly restricted: boolean; readonly applicationName: string }

export const isLetIn = async (db: Db, { userId, restricted, applicationName }: Asking) =>
  !restricted || applicationName === 'identity' || (await hasAccessTo(db, { userId, applicationName }))

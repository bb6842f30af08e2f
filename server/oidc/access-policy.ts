// Whom an application lets in: anybody, unless the person is restricted or the application is: then only where
// a role is effective. The portal itself is everybody's.
import type { Client } from 'oidc-provider'
import { hasAccessTo } from '#server/features/effective-access/effective-access.public.ts'
import type { Db } from '#server/kernel/context.ts'

type TokenRequest = { readonly userId: string; readonly restricted: boolean; readonly client: Client | undefined }

export const mayOpen = async (db: Db, { userId, restricted, client }: TokenRequest) => {
  const applicationName = client?.clientId ?? ''
  const asksForRole = restricted || client?.['portico:requires-role'] === true
  return !asksForRole || applicationName === 'identity' || (await hasAccessTo(db, { userId, applicationName }))
}

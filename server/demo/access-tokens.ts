// Personal access tokens of the demonstration. Nobody has their values: what is stored is the hash of no token.
import { createHash } from 'node:crypto'
import { AccessToken } from '#contract/access-tokens.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { accessTokenEvents } from '#server/features/access-tokens/access-tokens.events.ts'
import { insertToken, recordUses, type TokenUse } from '#server/features/access-tokens/access-tokens.store.ts'
import { systemApplications } from '#contract/system-ids.ts'
import type { Tx } from '#server/kernel/context.ts'
import { demoApplications } from './applications.ts'
import type { AuthorOf } from './audit-events/authors.ts'
import { daysBefore, idOf } from './chance.ts'
import type { DemoTenant } from './forest.ts'
import { personId } from './people.ts'

type DemoToken = {
  readonly userName: string
  readonly name: string
  readonly application: string
  /** Of the directory of this tenant. */
  readonly tenant?: string
  readonly madeDaysAgo: number
  readonly endsInDays: number
  readonly calls?: { readonly path: string; readonly daysAgo: readonly number[]; readonly statusCode: number }
}

const marta = 'marta.oliveira'
const nuria = 'nuria.puig'

const tokens: readonly DemoToken[] = [
  {
    userName: marta,
    name: 'Weekly access report',
    application: 'identity',
    madeDaysAgo: 210,
    endsInDays: 1616,
    calls: { path: '/api/v1/admin/permissions/users', daysAgo: [21.2, 14.2, 7.2, 0.2], statusCode: 200 },
  },
  {
    userName: marta,
    name: 'Entra ID of Altamira',
    application: 'identity',
    tenant: 'Altamira Energía',
    madeDaysAgo: 96,
    endsInDays: 634,
    calls: { path: '/scim/v2/Users', daysAgo: [3.03, 2.03, 1.03, 0.03], statusCode: 200 },
  },
  { userName: marta, name: 'Grants import, test', application: 'grants', madeDaysAgo: 40, endsInDays: 19 },
  {
    userName: nuria,
    name: 'Directory sync',
    application: 'identity',
    madeDaysAgo: 400,
    endsInDays: 1426,
    calls: { path: '/api/v1/admin/users', daysAgo: [2.1, 1.1, 0.6, 0.1], statusCode: 200 },
  },
  {
    userName: nuria,
    name: 'Migration 2025',
    application: 'identity',
    madeDaysAgo: 420,
    endsInDays: -55,
    calls: { path: '/api/v1/admin/tenants', daysAgo: [140, 61], statusCode: 200 },
  },
]

const applicationIdOf = (name: string) =>
  name === 'identity'
    ? systemApplications.identity
    : (demoApplications.find((application) => application.name === name)?.id ?? 0)

const insertOne = async (tx: Tx, { now, tenants }: Pick<Parts, 'now' | 'tenants'>, token: DemoToken) => {
  const tenant = tenants.find(({ title }) => title === token.tenant)
  if (token.tenant && !tenant) throw new Error(`the demonstration has no tenant ${token.tenant}`)
  const id = idOf('access-token', `${token.userName} ${token.name}`)
  const hash = createHash('sha512').update(id).digest().subarray(0, 32)
  const owner = personId(token.userName)
  const made = {
    id,
    name: token.name,
    applicationId: applicationIdOf(token.application),
    owner,
    now: daysBefore(now, token.madeDaysAgo),
    expiresOn: daysBefore(now, -token.endsInDays),
    hash,
    prefix: `${tenant ? 'ptd' : 'ptp'}_${hash.toString('base64url').slice(0, 6)}`,
    tenantId: tenant?.id ?? null,
  }
  await insertToken(tx, made)
  const after = AccessToken.parse({
    id,
    name: token.name,
    applicationName: token.application,
    expiresAt: made.expiresOn.toISOString(),
    lastDateOfUse: null,
    createByName: token.userName,
    createdById: owner,
    createdOn: made.now.toISOString(),
    prefix: made.prefix,
    tenantId: made.tenantId,
    tenantName: tenant?.title ?? null,
  })
  return { made, event: accessTokenEvents.created({ subject: id, after }) }
}

const usesOf = (now: Date, { userName, name, calls }: DemoToken, tokenId: string, ip: string): TokenUse[] =>
  (calls?.daysAgo ?? []).map((daysAgo) => ({
    tokenId,
    tokenName: name,
    userId: personId(userName),
    userName,
    date: daysBefore(now, daysAgo),
    method: 'GET',
    apiEntry: calls?.path ?? '',
    ip,
    statusCode: calls?.statusCode ?? 0,
  }))

type Parts = { readonly now: Date; readonly tenants: readonly DemoTenant[]; readonly by: AuthorOf }

export const insertAccessTokens = async (tx: Tx, { now, tenants, by }: Parts): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = []
  const uses: TokenUse[] = []
  for (const token of tokens) {
    const { made, event } = await insertOne(tx, { now, tenants }, token)
    const author = by(token.userName, 'POST /api/v1/keys')
    entries.push({ event, at: made.now, ...author })
    uses.push(...usesOf(now, token, made.id, author.ip ?? ''))
  }
  uses.sort((a, b) => a.date.getTime() - b.date.getTime())
  await recordUses(tx, uses)
  return entries
}

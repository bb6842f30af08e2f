// A server with a large world of access, and random questions about it, for `npm run bench -- access`.
import pg from 'pg'
import { size } from './access-world.ts'
import { startServer } from './harness.ts'
import { call } from './load.ts'
import { benchToken } from './million.ts'

process.env['BENCH_ACCESS'] = 'yes'
export const say = (line: string) => process.stdout.write(`${line}\n`)
say(`Adding ${size.tenants} tenants, ${size.rowsOfUsers + size.rowsOfGroups} rows of members …`)
export const server = await startServer()
export const direct = new pg.Client(server.embedded)
await direct.connect()
export const rows = async <Row extends object>(text: string) => (await direct.query<Row>(text)).rows

export type Ids = { id: string }[]
export const people = await rows<Ids[number]>(`select id from portal_user where user_name like 'person%' order by id`)
export const places = await rows<Ids[number]>(`select id from tenant order by id`)
export const roles = await rows<{ id: string; applicationId: number; enabled: boolean }>(
  `select r.id, r.application_id as "applicationId", a.enabled from role r join application a on a.id = r.application_id order by r.id`,
)
const [{ deepest, members } = { deepest: 0, members: 0 }] = await rows<{ deepest: number; members: number }>(
  `with recursive level (id, depth) as (select id, 1 from tenant where parent_id is null union all select t.id, depth + 1 from level join tenant t on t.parent_id = level.id)
   select max(depth) as deepest, (select count(*)::int from tenant_member) as members from level`,
)
say(`${places.length} tenants, ${deepest} levels, ${members} rows of members, ${people.length} people`)

export const one = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
const memberships = await rows<{ userId: string; tenantId: string }>(
  `select identity_id as "userId", tenant_id as "tenantId" from tenant_member tablesample system (2) where identity_type = 'User'`,
)
export type Question = { userId: string; tenantId: string; roleId: string }
/** Half of them where somebody has a membership, so that not all answers are no. */
export const ask = (): Question => ({
  ...(Math.random() < 0.5 ? one(memberships) : { userId: one(people).id, tenantId: one(places).id }),
  roleId: one(roles).id,
})
const headers = { authorization: `Bearer ${benchToken}` }
export const check = async (path: string) => {
  const reply = await call(`${server.origin}/api/v1/admin/access/check?${path}`, { headers })
  if (reply.status !== 200) throw new Error(reply.body)
  return (JSON.parse(reply.body) as { allowed: boolean }).allowed
}
export const read = async (path: string) => {
  const reply = await call(`${server.origin}/api/v1/admin/${path}`, { headers })
  if (reply.status !== 200) throw new Error(reply.body)
}
export const previewChange = async (change: object) => {
  const body = JSON.stringify(change)
  const reply = await call(`${server.origin}/api/v1/admin/access/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  if (![200, 400, 409].includes(reply.status)) throw new Error(reply.body)
}
export const parametersOf = ({ userId, tenantId, roleId }: Question) =>
  `userId=${userId}&tenantId=${tenantId}&roleId=${roleId}`

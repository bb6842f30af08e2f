// docs/goals.md row 7: the access check over HTTP, with 20,000 tenants eight deep and a million rows of members; and
// its answers beside a naive model (server/spec/testing/naive-access.ts) while subtrees move. `npm run bench -- access
// 1000000` asks so many random questions; without a number it is 40,000.
import pg from 'pg'
import { globalTenant } from '#contract/tenants.ts'
import { NaiveAccess, type World } from '#server/spec/testing/naive-access.ts'
import { size } from './access-world.ts'
import { print, startServer } from './harness.ts'
import { call, measure } from './load.ts'
import { benchToken } from './million.ts'

const questions = Number(process.argv[2] ?? 40_000)
process.env['BENCH_ACCESS'] = 'yes'
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`Adding ${size.tenants} tenants, ${size.rowsOfUsers + size.rowsOfGroups} rows of members …`)
const server = await startServer()
const direct = new pg.Client(server.embedded)
await direct.connect()
const rows = async <Row extends object>(text: string) => (await direct.query<Row>(text)).rows

type Ids = { id: string }[]
const people = await rows<Ids[number]>(`select id from portal_user where user_name like 'person%' order by id`)
const places = await rows<Ids[number]>(`select id from tenant order by id`)
const roles = await rows<{ id: string; applicationId: number; enabled: boolean }>(
  `select r.id, r.application_id as "applicationId", a.enabled from role r join application a on a.id = r.application_id order by r.id`,
)
const [{ deepest, members } = { deepest: 0, members: 0 }] = await rows<{ deepest: number; members: number }>(
  `with recursive level (id, depth) as (select id, 1 from tenant where parent_id is null union all select t.id, depth + 1 from level join tenant t on t.parent_id = level.id)
   select max(depth) as deepest, (select count(*)::int from tenant_member) as members from level`,
)
say(`${places.length} tenants, ${deepest} levels, ${members} rows of members, ${people.length} people`)

const one = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T
const held = await rows<{ userId: string; tenantId: string }>(
  `select identity_id as "userId", tenant_id as "tenantId" from tenant_member tablesample system (2) where identity_type = 'User'`,
)
type Question = { userId: string; tenantId: string; roleId: string }
/** Half of them where somebody has a row, so that not all answers are no. */
const ask = (): Question => ({
  ...(Math.random() < 0.5 ? one(held) : { userId: one(people).id, tenantId: one(places).id }),
  roleId: one(roles).id,
})
const headers = { authorization: `Bearer ${benchToken}` }
const check = async (path: string) => {
  const reply = await call(`${server.origin}/api/v1/admin/access/check?${path}`, { headers })
  if (reply.status !== 200) throw new Error(reply.body)
  return (JSON.parse(reply.body) as { allowed: boolean }).allowed
}
const read = async (path: string) => {
  const reply = await call(`${server.origin}/api/v1/admin/${path}`, { headers })
  if (reply.status !== 200) throw new Error(reply.body)
}
const previewChange = async (change: object) => {
  const body = JSON.stringify(change)
  const reply = await call(`${server.origin}/api/v1/admin/access/preview`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  if (![200, 400, 409].includes(reply.status)) throw new Error(reply.body)
}
const asked = ({ userId, tenantId, roleId }: Question) => `userId=${userId}&tenantId=${tenantId}&roleId=${roleId}`

const limit = await server.limit('lookup')
const must = 'p99 ≤ 5 ms at 2,000 per second'
const aim = 'p99 ≤ 2 ms'
for (const inFlight of [1, 3, 4, 8]) {
  const measured = await measure({ seconds: 8, inFlight, flow: async () => void (await check(asked(ask()))) })
  print(`access check, ${inFlight} at a time`, { measured, limitName: 'bare lookups', limit, must, aim })
}
const byApplication = await measure({
  seconds: 8,
  inFlight: 4,
  flow: async () => void (await check(asked(ask()).replace(/roleId=.*/, `applicationId=${one(roles).applicationId}`))),
})
print('access check of an application, 4 at a time', {
  measured: byApplication,
  limitName: 'bare lookups',
  limit,
  must,
  aim,
})
const byScope = await measure({
  seconds: 8,
  inFlight: 4,
  flow: async () =>
    void (await check(asked(ask()).replace(/roleId=.*/, `scope=bench:${Math.floor(Math.random() * 20)}`))),
})
print('access check of a scope, 4 at a time', { measured: byScope, limitName: 'bare lookups', limit, must, aim })

const why = await measure({
  seconds: 8,
  inFlight: 1,
  flow: async () => void (await read(`access/why?${asked(ask())}`)),
})
print('Why?, one at a time', {
  measured: why,
  limitName: 'bare lookups',
  limit,
  must: 'p95 ≤ 200 ms',
  aim: 'p95 ≤ 50 ms',
})
// Any tenant below any other: a cycle is refused (400), which costs as much.
const previews = await measure({
  seconds: 10,
  inFlight: 1,
  flow: () => previewChange({ kind: 'move', tenantId: one(places).id, newParentId: one(places).id }),
})
print('preview of a move, one at a time', {
  measured: previews,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 1 s',
})

const groupIds = await rows<Ids[number]>(`select id from user_group where rule is null order by id`)
const joins = await measure({
  seconds: 10,
  inFlight: 1,
  flow: () => previewChange({ kind: 'joinGroup', groupId: one(groupIds).id, userId: one(people).id }),
})
print('preview of one person joining one group, one at a time', {
  measured: joins,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 100 ms',
})
// A preview that reads the whole tree reads it four times: before, after, for its reach and for the names.
const wholeTree = await measure({
  seconds: 5,
  inFlight: 1,
  flow: async () => void (await direct.query(`select id, parent_id, title from tenant`)),
})
const ratio = (measured: typeof joins) => (measured.p50 / (4 * wholeTree.p50)).toFixed(2)
say(
  `\nfour readings of the whole tree   p50 ${(4 * wholeTree.p50).toFixed(1)} ms; joining costs ${ratio(joins)} of that, a move ${ratio(previews)}`,
)

const aMomentAgo = encodeURIComponent(new Date().toISOString())
const then = ({ userId, tenantId }: Question) =>
  `tenants/${tenantId}/members/identity?identityId=${userId}&includeHierarchy=true&asOf=${aMomentAgo}`
const pastIdentity = await measure({ seconds: 8, inFlight: 1, flow: async () => void (await read(then(ask()))) })
print('somebody at a tenant as of a moment ago, one at a time', {
  measured: pastIdentity,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 200 ms',
})
const pastMembers = await measure({
  seconds: 8,
  inFlight: 1,
  flow: async () => void (await read(`tenants/${ask().tenantId}/members?includeHierarchy=true&asOf=${aMomentAgo}`)),
})
print('the members of a tenant as of a moment ago, one at a time', {
  measured: pastMembers,
  limitName: 'bare lookups',
  limit,
  must: 'none',
  aim: 'p95 ≤ 500 ms',
})

const statement = await measure({
  seconds: 5,
  inFlight: 1,
  flow: async () => {
    const { userId, tenantId, roleId } = ask()
    await direct.query({
      name: 'check',
      text: `select exists (select 1 from effective_roles($1, $2) e where e.role_id = $3) as allowed`,
      values: [userId, tenantId, roleId],
    })
  },
})
say(
  `\nthe bare statement, one at a time   p50 ${statement.p50.toFixed(2)} ms   p95 ${statement.p95.toFixed(2)} ms   p99 ${statement.p99.toFixed(2)} ms\n`,
)

say('Reading the world for the naive model …')
const world: World = {
  tenants: await rows(
    `select id, parent_id as "parentId", requires_two_factor as "requiresTwoFactor" from tenant where id <> '${globalTenant}'`,
  ),
  users: await rows(`select id, draft, locked_by_administrator as locked, area_id as "areaId" from portal_user`),
  groups: await rows(
    `select g.id, g.rule, g.area_id as "areaId", array(select user_id from group_member m where m.group_id = g.id) as members from user_group g`,
  ),
  rows: await rows(
    `select m.tenant_id as "tenantId", m.identity_id as "identityId", m.identity_type as "identityType", m.is_inheritable as "isInheritable",
            (select coalesce(json_agg(json_build_object('roleId', r.role_id, 'over', coalesce(r.ends_on <= now(), false))), '[]') from role_assignment r where r.member_id = m.id) as roles
       from tenant_member m`,
  ),
  roles,
}
const model = new NaiveAccess(world)

/** A subtree goes elsewhere; what was asked before it was there may answer either way. */
const moveOne = (): Move | undefined => {
  const [subtree, to] = [one(world.tenants), one(world.tenants)]
  if (subtree.requiresTwoFactor || model.isBelow(to.id, subtree.id)) return undefined
  return { subtree, from: subtree.parentId, to: to.id }
}

const below = Map.groupBy(world.tenants, ({ parentId }) => parentId)
const deeper = (id: string): string => {
  const next = below.get(id)
  return next && Math.random() < 0.8 ? deeper(one(next).id) : id
}
const groups = new Map(world.groups.map((group) => [group.id, group]))
const atTenant = Map.groupBy(world.rows, ({ tenantId }) => tenantId)
/** Somebody of a row there: themselves, or somebody of the group. */
const somebodyAt = (tenantId: string) => {
  const row = one(atTenant.get(tenantId) ?? [one(world.rows)])
  const userId = row.identityType === 'Group' ? one(groups.get(row.identityId)?.members ?? []) : row.identityId
  return {
    userId: userId ?? one(people).id,
    roleId: Math.random() < 0.8 && row.roles.length > 0 ? one(row.roles).roleId : one(roles).id,
  }
}
type Move = { subtree: World['tenants'][number]; from: string | null; to: string }
/** About the subtree that moves, mostly: of somebody who stands in it, or above it before or after. */
const askAbout = (move: Move | undefined): Question => {
  if (!move || Math.random() < 0.2) return ask()
  const tenantId = deeper(move.subtree.id)
  const above = one([move.from, move.to, tenantId, ...model.ancestors(tenantId), ...model.ancestors(move.to)])
  return { tenantId, ...somebodyAt(above ?? globalTenant) }
}

let [wrong, yes, either, moves, done] = [0, 0, 0, 0, 0]
const began = performance.now()
while (done < questions) {
  const move = moveOne()
  const moving =
    move &&
    direct.query(`update tenant set parent_id = $2 where id = $1`, [move.subtree.id, move.to]).then(() => (over = true))
  let over = !move
  const batch = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answers: { question: Question; before: boolean; allowed: boolean; settled: boolean }[] = []
      for (let n = 0; n < 25; n++) {
        const question = askAbout(move)
        const settled = over
        answers.push({
          question,
          before: model.effective(question.userId, question.tenantId).has(question.roleId),
          allowed: await check(asked(question)),
          settled,
        })
      }
      return answers
    }),
  )
  await moving
  if (move) move.subtree.parentId = move.to
  moves += move ? 1 : 0
  for (const { question, before, allowed, settled } of batch.flat()) {
    const now = model.effective(question.userId, question.tenantId).has(question.roleId)
    const right = settled ? allowed === now : allowed === now || allowed === before
    if (!right && wrong++ < 5) say(`  wrong: ${JSON.stringify({ ...question, allowed, now, before, settled })}`)
    done++
    yes += allowed ? 1 : 0
    either += now === before ? 0 : 1
  }
}
say(
  `${done} random checks, ${yes} of them allowed, while ${moves} subtrees moved (${either} answers changed by a move): ${wrong} wrong, in ${((performance.now() - began) / 1000).toFixed(0)} s`,
)
await direct.end()
await server.stop()
process.exitCode = wrong > 0 ? 1 : 0

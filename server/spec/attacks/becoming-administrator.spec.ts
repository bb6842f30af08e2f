// Whoever makes somebody a God or an Administrator has just proved who they are, by whatever endpoint
// (docs/decisions/0044). Each one that writes is called at what gives the role, with a proof first: those by which
// somebody got it are called again without, and must give nothing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemRoles } from '#contract/system-ids.ts'
import { later } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { assignRole, zeroTenant } from '#server/spec/testing/tenants.ts'
import { sendFile } from '../races/race.ts'
import { addressOf } from './addresses.ts'
import type { Bearer } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: { readonly id: string; readonly bearer: Bearer }
beforeAll(async () => {
  portico = await startTestPortico()
  const person = await addPerson(portico, { roles: ['God', 'Administrator'] })
  chief = { id: person.id, bearer: (await signIn(portico, person)).bearer }
})
afterAll(() => portico.close())

/** Who has one of the roles, by a row of their own or a group's. */
const holders = async () =>
  (
    await portico.database.query<{ id: string }>(
      `select distinct u.id
         from current_role_assignment ra
         join tenant_member m on m.id = ra.member_id and m.tenant_id = $1
         join portal_user u on not u.draft
              and (u.id = m.identity_id or exists (select 1 from group_membership g where g.group_id = m.identity_id and g.user_id = u.id))
        where ra.role_id = any($2)`,
      [zeroTenant, [systemRoles.God, systemRoles.Administrator]],
    )
  ).map(({ id }) => id)

/** Its group and its area give Administrator; its draft is in the area, and its person has no role of the portal. */
const giving = async (): Promise<Target> => {
  const target = await makeTarget(portico)
  const [person, guard] = [await addPerson(portico, { firstName: 'Nia' }), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id, rule) values ($1::uuid, $1::text, $2, 'area')`, [
      guard,
      target.areaId,
    ])
    await tx.query(`update portal_user set area_id = $1 where draft and created_by = $2`, [
      target.areaId,
      target.person.id,
    ])
  })
  for (const identityId of [guard, target.groupId])
    await assignRole(portico, { identityId, identityType: 'Group', roleId: systemRoles.Administrator })
  return { ...target, person, requestId: target.draftRequestId }
}

const rowAtTop = async (identityId: string) => {
  await assignRole(portico, { identityId, roleId: systemRoles.User })
  const rows = await portico.database.query<{ id: string }>(
    `select id from tenant_member where identity_id = $1 and tenant_id = $2`,
    [identityId, zeroTenant],
  )
  return rows[0]?.id ?? ''
}

/** Without a role yet. */
const groupOf = async ({ areaId, person }: Target) => {
  const id = randomUUID()
  await portico.write(async (tx) => {
    await tx.query(`insert into user_group (id, name, area_id) values ($1::uuid, $1::text, $2)`, [id, areaId])
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
      id,
      person.id,
    ])
  })
  return id
}

const asChief = async (method: string, path: string, body?: object) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: chief.bearer,
    ...(body && { body }),
  })
  expect([method, path, answer.status]).toEqual([method, path, 200])
}

const newestEvent = async (type: string) =>
  (await portico.database.query<{ id: number }>(`select max(id) as id from audit_event where type = $1`, [type]))[0]
    ?.id ?? 0

const isUndo = ({ endpoint }: NamedEndpoint) => endpoint.path.includes('/undo/')

type Aim = { readonly at: (target: Target) => Promise<Target>; readonly for: (named: NamedEndpoint) => boolean }

/** What is aimed at, and by which endpoints. */
const aims: Readonly<Record<string, Aim>> = {
  'what gives it': { at: async (target) => target, for: (named) => !isUndo(named) },
  'the role itself': {
    at: async (target) => ({
      ...target,
      tenantId: zeroTenant,
      groupId: await groupOf(target),
      memberId: await rowAtTop(target.person.id),
      application: { ...target.application, name: 'identity.global', roleId: systemRoles.Administrator },
    }),
    for: ({ endpoint }) => /members|identit/i.test(endpoint.path),
  },
  'a draft': {
    at: async (target) => {
      const draft = await addPerson(portico, { draft: true })
      await portico.write((tx) =>
        tx.query(`update portal_user set area_id = $2 where id = $1`, [draft.id, target.areaId]),
      )
      return { ...target, person: draft }
    },
    for: ({ endpoint: { method, path, upload } }) =>
      method === 'POST' && !upload && /users\/|Requests(\/permissions|\/create)?$/.test(path),
  },
  'a row that was taken': {
    at: async (target) => {
      const members = `/admin/tenants/${zeroTenant}/members`
      const row = await rowAtTop(target.person.id)
      await assignRole(portico, { identityId: target.person.id, roleId: systemRoles.Administrator })
      await asChief('DELETE', `${members}/${row}`)
      return { ...target, eventId: await newestEvent('member.removed') }
    },
    for: isUndo,
  },
  'somebody who was taken out': {
    at: async (target) => {
      const people = `/admin/groups/${target.groupId}/users`
      await asChief('POST', people, { userId: target.person.id, permission: 'Reader' })
      await asChief('DELETE', `${people}/${target.person.id}`)
      return { ...target, eventId: await newestEvent('group-member.removed') }
    },
    for: isUndo,
  },
  'a group that was deleted': {
    at: async (target) => {
      await asChief('POST', `/admin/groups/${target.groupId}/users`, { userId: target.person.id, permission: 'Reader' })
      await asChief('DELETE', `/admin/groups/${target.groupId}`)
      return { ...target, eventId: await newestEvent('group.removed'), removedId: target.groupId }
    },
    for: isUndo,
  },
}

/** The right body, and what gives the role wherever there is a place for it. */
const bodyOf = (named: NamedEndpoint, target: Target) => {
  const body = rightBody(named, target)
  const { input } = named.endpoint
  if (!(input instanceof z.ZodObject)) return body
  const { areaId, groupId, person } = target
  const places: Record<string, unknown> = {
    areaId,
    groupId,
    autoApprove: true,
    identityType: 'User',
    identityId: person.id,
  }
  return { ...body, ...Object.fromEntries(Object.entries(places).filter(([name]) => name in input.shape)) }
}

const callAt = async (named: NamedEndpoint, target: Target) => {
  const { endpoint } = named
  const atOnce = endpoint.path.endsWith('Requests/permissions') ? '&autoApprove=true' : ''
  const url = `${portico.origin}/api/v1${addressOf(endpoint, target)}${atOnce}`
  const call = { named, target, short: randomUUID().slice(0, 8), as: chief.bearer }
  if (endpoint.upload) {
    const answer = await sendFile(portico, call, url)
    expect([named.name, answer.status]).not.toEqual([named.name, 401])
    return answer
  }
  const body = endpoint.input && bodyOf(named, target)
  const answer = await createBrowser(portico.origin).request(endpoint.method, url, {
    headers: chief.bearer,
    ...(body && { body }),
  })
  return { status: answer.status, body: answer.text.startsWith('{') ? answer.json<object>() : null }
}

const tried = async (named: NamedEndpoint, target: Target) => {
  const before = new Set(await holders())
  const { status, body } = await callAt(named, target)
  const code = (body as { code?: string } | null)?.code
  return { status, code, gave: (await holders()).some((id) => !before.has(id)) }
}

const deletes = ({ endpoint }: NamedEndpoint) => endpoint.method === 'DELETE'

/** Whoever is not signed in can prove nothing. */
const writing = every
  .filter(({ endpoint: { method, access } }) => method !== 'GET' && access !== 'anyone')
  .toSorted((a, b) => Number(deletes(a)) - Number(deletes(b)))

/** What these are aimed at is no person's, group's or tenant's: one that is used up gives nobody anything. */
const besides =
  /^\/(keys|profile\/(authenticators|disclaimer|sessions|stepUp)|admin\/(app|applications|notifications|policy|rightsRequests|scopedpermission|securityConfig|systemlog|tasks|webhooks))\b/

const isUsedUp = ({ endpoint }: NamedEndpoint, status: number) =>
  [404, 409].includes(status) && !besides.test(endpoint.path)

/** Of one aim, the endpoints by which somebody got a role. A target serves until it is used up. */
const waysOf = async ({ at, for: meant }: Aim) => {
  const ways: NamedEndpoint[] = []
  let target: Target | undefined
  for (const named of writing.filter(meant)) {
    const used = target !== undefined
    target ??= await at(await giving())
    let outcome = await tried(named, target)
    if (used && isUsedUp(named, outcome.status)) {
      target = await at(await giving())
      outcome = await tried(named, target)
    }
    if (outcome.gave) ways.push(named)
    if (outcome.gave || isUndo(named)) target = undefined
  }
  return ways
}

/** By the aims above: whoever adds a way writes it here, and sees it asked for a proof below. */
const known: Readonly<Record<string, readonly string[]>> = {
  'what gives it': [
    'groups.addMember',
    'groups.bulkInsert',
    'groups.join',
    'groups.joinSelf',
    'operation-requests.approve',
    'operation-requests.approveInBulk',
    'operation-requests.createUser',
    'permissions.addGroupUser',
    'users.bulkInsert',
    'users.change',
    'users.create',
    'users.save',
  ],
  'the role itself': ['members.add', 'members.profileAdd', 'members.profileSave', 'members.save'],
  'a draft': ['operation-requests.create', 'operation-requests.createPermissions', 'users.undraft'],
  'a row that was taken': ['access-history.profileUndo', 'access-history.undo'],
  'somebody who was taken out': ['access-history.undo'],
  'a group that was deleted': ['access-history.undo', 'access-history.undoRemoval'],
}

test.each(Object.entries(aims))(
  'decision 0044 %s makes nobody a God or an Administrator without a proof',
  async (what, aim) => {
    const ways = await waysOf(aim)
    expect(ways.map(({ name }) => name).toSorted()).toEqual(known[what])
    for (const named of ways) {
      const target = await aim.at(await giving())
      await later(portico, 6, async () =>
        expect([named.name, await tried(named, target)]).toEqual([
          named.name,
          { status: 403, code: 'step-up-needed', gave: false },
        ]),
      )
    }
  },
)

// T25, T26: fields that only the server decides, sent along with every write there is.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership } from '#server/spec/testing/tenants.ts'
import { stateOf } from './target-state.ts'
import { addChief, addWithRoles } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { aim, every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let other: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  other = await makeTarget(portico)
})
afterAll(() => portico.close())

/** Everything that somebody might wish to set, under each spelling. */
const wishes = (target: Target): Record<string, unknown> => ({
  id: other.person.id,
  Id: other.person.id,
  userId: other.person.id,
  user_id: other.person.id,
  identityId: other.person.id,
  groupId: other.groupId,
  applicationId: other.application.id,
  appId: other.application.id,
  tenantId: other.tenantId,
  roleId: other.application.roleId,
  userName: 'renamed-by-wish',
  user_name: 'renamed-by-wish',
  locked: true,
  lockedByAdministrator: true,
  locked_by_administrator: true,
  lockState: 'Permanent',
  draft: true,
  breakGlass: true,
  break_glass: true,
  passwordHash: 'x',
  password_hash: 'x',
  passwordExpired: false,
  securityStamp: other.person.id,
  security_stamp: other.person.id,
  createdOn: '2001-01-01T00:00:00Z',
  created_on: '2001-01-01T00:00:00Z',
  createdBy: other.person.id,
  created_by: other.person.id,
  createdById: other.person.id,
  createBy: 'wish',
  createByName: 'wish',
  createOn: '2001-01-01T00:00:00Z',
  roles: [{ name: 'God', isGlobal: true }],
  Roles: ['God'],
  role: 'God',
  scopes: ['identity'],
  isGlobal: true,
  tenants: [{ id: other.tenantId, title: 'x' }],
  groups: ['Users'],
  members: [other.person.id],
  rule: 'everyone',
  automated: true,
  userIsOwner: true,
  memberCount: 9,
  system: true,
  hasSecret: false,
  sharedSecretHash: 'x',
  shared_secret_hash: 'x',
  usedBy: 0,
  tokenHash: 'x',
  token_hash: 'x',
  token: 'ptc_x',
  prefix: 'wish',
  lastDateOfUse: '2001-01-01T00:00:00Z',
  hasAccess: true,
  canApprove: true,
  isMine: true,
  isUserFavorite: true,
  hasPendingOperationRequest: true,
  version: 99,
  actor: { kind: 'system' },
  constructor: { prototype: { isGlobal: true } },
  // Part of some endpoints, of which they are left out below.
  expiresAt: '2100-01-01T00:00:00Z',
  applicationName: other.application.name,
  owners: [other.person.id],
  validateScopes: true,
  internalCategory: 'director',
  status: 'Stopped',
  enabled: false,
  default: true,
  permission: 'Owner',
  ids: [target.person.id],
})

const shapeOf = ({ endpoint }: NamedEndpoint): readonly string[] => {
  const { input } = endpoint
  const inner = input && 'unwrap' in input ? (input as { unwrap(): unknown }).unwrap() : input
  return inner && typeof inner === 'object' && 'shape' in inner ? Object.keys(inner.shape as object) : []
}
const unknownWishes = (named: NamedEndpoint, target: Target) =>
  Object.fromEntries(Object.entries(wishes(target)).filter(([name]) => !shapeOf(named).includes(name)))

/** A list of numbers has no place for wishes; the others want what only a person holds (authenticators/*.spec.ts). */
const noPlace = new Set(['dashboard.adminReport', 'authenticators.confirmApp', 'authenticators.addPasskey'])

/** A list of ids has no place for wishes but in its entries. */
const wished = (named: NamedEndpoint, target: Target, body: unknown) =>
  Array.isArray(body)
    ? body.map((id) => ({ ...unknownWishes(named, target), OperationRequestId: id }))
    : { ...unknownWishes(named, target), ...(body as object) }

/**
 * As the same for two targets: without their ids, names, times and hashes, and without what the call brought itself.
 */
const plain = (text: string, target: Target, body: Record<string, unknown>) =>
  [
    ...Object.values(body),
    ...Object.values(body['texts'] ?? {}),
    ...Object.values(target),
    target.person.userName,
    target.application.id,
  ]
    .filter((value) => typeof value === 'string' && value.length > 5)
    .reduce<string>(
      (shown, value) => shown.replaceAll(String(value), '…'),
      text
        .replaceAll(other.person.id, 'WISHED')
        .replaceAll(other.tenantId, 'WISHED')
        .replaceAll(other.groupId, 'WISHED'),
    )
    .replace(
      /[\da-f-]{36}|\$argon2id[^"]*|\\\\x[\da-f]{64}|"\d{4}-\d\d-\d\dT[^"]*"|"(id|application_id|applicationId)": ?\d+|"(token|prefix|secret)": ?"[^"]*"/g,
      '…',
    )
    .replace(/(target|app|Key|App|Role|Area|Group|Title|[a-zA-Z]*-Mark|new)(?:[-: ]|%20)[\da-f]{8}/g, '…')

const writes = every.filter(({ endpoint }) => endpoint.input !== undefined && endpoint.access !== 'anyone')

describe('T25 a wish that is no part of the endpoint is not granted', () => {
  for (const named of writes.filter(({ endpoint: { path } }) => path.includes(':')))
    test(`T25 ${named.name} does with every wish what it does without, and leaves everybody else alone`, async () => {
      const [foreign, left] = [await stateOf(portico, other), [] as string[]]
      for (const wish of [true, false]) {
        const target = await makeTarget(portico)
        if (named.name === 'operation-requests.cancel')
          await portico.write((tx) =>
            tx.query(`update operation_request set created_by = $2 where id = $1`, [target.requestId, chief.id]),
          )
        if (named.name === 'authenticators.renamePasskey')
          await portico.write((tx) =>
            tx.query(`update passkey set user_id = $2 where id = $1`, [target.processId, chief.id]),
          )
        if (named.name.startsWith('access-tokens.'))
          await portico.write((tx) =>
            tx.query(`update access_token set created_by = $2 where id = $1`, [target.keyId, chief.id]),
          )
        const body = rightBody(named, target)
        const { status, text } = await aim(portico, named, {
          target,
          as: chief.bearer,
          body: wish ? wished(named, target, body) : body,
        })
        expect([status, status === 200 ? '' : text]).toEqual([200, ''])
        left.push(plain(JSON.stringify(await stateOf(portico, target), null, 1) + text, target, body))
      }
      expect(left[0]).toBe(left[1])
      expect(await stateOf(portico, other)).toEqual(foreign)
    })

  for (const named of writes.filter(({ name, endpoint: { path } }) => !path.includes(':') && !noPlace.has(name)))
    test(`T25 ${named.name} makes with every wish what it makes without`, async () => {
      const foreign = await stateOf(portico, other)
      const made: string[] = []
      for (const wish of [true, false]) {
        const target = await makeTarget(portico)
        // Who asks for access for themselves belongs there.
        await addMembership(portico, { identityId: chief.id, tenantId: target.tenantId })
        const body = rightBody(named, target)
        const { status, text } = await aim(portico, named, {
          target,
          as: chief.bearer,
          body: wish ? wished(named, target, body) : body,
        })
        expect([status, status === 200 ? '' : text]).toEqual([200, ''])
        made.push(plain(text, target, body))
      }
      expect(made[0]).toBe(made[1])
      expect(await stateOf(portico, other)).toEqual(foreign)
    })

  test('T25 a new user, group, application, role and token have of what was wished nothing in the database either', async () => {
    const target = await makeTarget(portico)
    const made: Record<string, string> = {}
    for (const name of [
      'users.create',
      'groups.create',
      'areas.create',
      'applications.create',
      'application-roles.create',
      'access-tokens.create',
    ]) {
      const named = every.find((one) => one.name === name) as NamedEndpoint
      const answer = await aim(portico, named, {
        target,
        as: chief.bearer,
        body: { ...unknownWishes(named, target), ...rightBody(named, target) },
      })
      made[name] = String(answer.json<{ id: unknown }>().id)
    }
    const one = async (sql: string, name: string) => (await portico.database.query(sql, [made[name]]))[0]
    expect(
      await one(
        `select draft, locked_by_administrator as locked, break_glass as glass, created_by = '${chief.id}' as by, created_on > now() - interval '1 hour' as fresh, password_hash like '$argon2id$%' as hashed from portal_user where id = $1`,
        'users.create',
      ),
    ).toEqual({ draft: false, locked: false, glass: false, by: true, fresh: true, hashed: true })
    expect(
      await portico.database.query(`select 1 from tenant_member where identity_id = $1`, [made['users.create']]),
    ).toEqual([])
    expect(
      await one(
        `select rule, created_by as by, created_on > now() - interval '1 hour' as fresh from user_group where id = $1`,
        'groups.create',
      ),
    ).toEqual({ rule: null, by: chief.userName, fresh: true })
    expect(await one(`select system from area where id = $1`, 'areas.create')).toEqual({ system: false })
    expect(
      await one(
        `select system, shared_secret_hash like '$argon2id$%' as hashed from application where id = $1::int`,
        'applications.create',
      ),
    ).toEqual({ system: false, hashed: true })
    expect(
      await portico.database.query(`select user_id from application_owner where application_id = $1::int`, [
        made['applications.create'],
      ]),
    ).toEqual([{ user_id: chief.id }])
    expect(await one(`select application_id as of from role where id = $1`, 'application-roles.create')).toEqual({
      of: target.application.id,
    })
    expect(
      await one(
        `select created_by = '${chief.id}' as by, application_id as of, extract(year from expires_on)::int as year, last_used_on from access_token where id = $1`,
        'access-tokens.create',
      ),
    ).toEqual({ by: true, of: target.application.id, year: 2099, last_used_on: null })
  })
})

test('T26 the language is all that its endpoint changes, and of nobody else', async () => {
  const someone = await addWithRoles(portico, ['User'])
  const row = async (id: string) =>
    (
      await portico.database.query<{ kept: object; language: string }>(
        `select to_jsonb(t) - 'language' - 'modified_on' as kept, language from portal_user t where id = $1`,
        [id],
      )
    )[0]
  const [before, foreign] = [await row(someone.id), await stateOf(portico, other)]
  for (const given of [
    {},
    { id: other.person.id },
    { userId: other.person.id, userName: 'x', email: 'x@people.example', areaId: other.areaId, roles: ['God'] },
    { profile: { language: 'it' } },
  ]) {
    const { status } = await createBrowser(portico.origin).request('PUT', '/api/v1/profile/language', {
      headers: someone.bearer,
      body: { ...given, language: 'de' },
    })
    expect(status).toBe(200)
  }
  expect(await row(someone.id)).toEqual({ ...before, language: 'de' })
  expect(await stateOf(portico, other)).toEqual(foreign)
  for (const language of ['xx', '', 'de\r\nX: 1', 'de'.repeat(9), ['de'], { de: 1 }, null, 7]) {
    const { status } = await createBrowser(portico.origin).request(
      'PUT',
      `/api/v1/profile/language?id=${randomUUID()}`,
      { headers: someone.bearer, body: { language } },
    )
    expect([language, status]).toEqual([language, 400])
  }
})

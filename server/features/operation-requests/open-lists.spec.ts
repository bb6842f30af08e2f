// Open lists of requests and of a tenant's users are told when a request changes: to those who see them, and no others.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HubConnection } from '@microsoft/signalr'
import type { OperationRequest } from '#contract/operation-requests.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { notify } from '#server/features/notifications/notifications.public.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { listenTo } from '#server/spec/testing/realtime.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'

type Someone = Awaited<ReturnType<typeof somebody>>

let portico: TestPortico
let docs: TestApplication
let tenantId: string
let cast: Record<
  'asking' | 'deciding' | 'alsoDeciding' | 'elsewhere' | 'consultant' | 'manager' | 'member' | 'chief',
  Someone
>
const open: HubConnection[] = []

beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  await portico.write((tx) =>
    tx.query(`update role set operation_request_visibility = true where id = $1`, [docs.roleId]),
  )
  const top = await addTenant(portico, { title: 'Top' })
  tenantId = await addTenant(portico, { title: 'Acme', parentId: top })
  const other = await addTenant(portico, { title: 'Other', parentId: top })
  cast = {
    asking: await somebody({ role: 'IdentityConsultant', at: tenantId }),
    deciding: await somebody({ role: 'TenantAdministrator', at: tenantId }),
    // From above.
    alsoDeciding: await somebody({ role: 'TenantAdministrator', at: top }),
    elsewhere: await somebody({ role: 'TenantAdministrator', at: other }),
    consultant: await somebody({ role: 'IdentityConsultant', at: top }),
    manager: await somebody({ role: 'SystemManager', at: tenantId }),
    member: await somebody({}),
    chief: await somebody({ portal: ['Administrator'] }),
  }
  await addMembership(portico, { identityId: cast.member.id, tenantId })
})
afterEach(async () => void (await Promise.all(open.splice(0).map((connection) => connection.stop()))))
afterAll(() => portico.close())

const somebody = async ({ role, at, portal = [] }: Partial<{ role: Role; at: string; portal: string[] }>) => {
  const person = await addPerson(portico, { roles: portal })
  if (role && at) await assignRole(portico, { identityId: person.id, roleId: systemRoles[role], tenantId: at })
  return { ...person, ...(await signIn(portico, person)) }
}
type Role = 'IdentityConsultant' | 'TenantAdministrator' | 'SystemManager'

const call = async <T>(method: string, path: string, { bearer }: Someone, body: unknown) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, { headers: bearer, body })
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.text.startsWith('{') ? answer.json<T>() : undefined
}

const requests = '/admin/operationRequests'
const asked = async (person = addPerson(portico)) => {
  const { id: identityId } = await person
  await addMembership(portico, { identityId, tenantId })
  const body = { tenantId, identityType: 'User', identityId, roles: [docs.roleId], isInheritable: false }
  const request = await call<OperationRequest>('POST', `${requests}/create`, cast.asking, body)
  return request?.id ?? ''
}
const decide = (verb: 'approve' | 'reject' | 'cancel', id: string, by: Someone) =>
  call('POST', `${requests}/${verb}/${id}`, by, { OperationRequestId: id })

/** What each of them hears of lists, at another instance, until a last word has come to all of them. */
const listsHeard = async (act: () => Promise<unknown>) => {
  const origin = `http://127.0.0.1:${portico.others[0]?.port}`
  const listeners = await Promise.all(
    Object.entries(cast).map(async ([name, person]) => {
      const listener = await listenTo(person.tokens.access_token, { origin })
      open.push(listener.connection)
      return { name, person, ...listener }
    }),
  )
  await act()
  await portico.write(async (tx) => {
    const ctx = { newId: () => crypto.randomUUID(), now: new Date() }
    for (const { person } of listeners)
      await notify(tx, ctx, { userId: person.id, type: 'PermissionAssigned', ...inPlainWords('last') })
  })
  const heard: Record<string, string[]> = {}
  for (const { name, heard: all } of listeners) {
    await until(() => all.some(({ said }) => said['notification']?.description === 'last'))
    const lists = all.filter(({ event }) => event === 'ListsChanged').flatMap(({ said }) => said['lists'] as string[])
    if (lists.length > 0) heard[name] = [...new Set(lists)].toSorted()
  }
  return heard
}

const decidesIt = ['operationRequests', 'users']
const byRight = {
  asking: ['accessRequests', 'applications', 'operationRequests', 'users'],
  deciding: decidesIt,
  alsoDeciding: decidesIt,
  consultant: ['users'],
  manager: ['users'],
  chief: decidesIt,
}

test.each(['approve', 'reject', 'cancel'] as const)(
  '%s: the lists of those who may see them look again, at every instance; no others are told',
  async (verb) => {
    const id = await asked()
    expect(await listsHeard(() => decide(verb, id, verb === 'cancel' ? cast.asking : cast.deciding))).toEqual(byRight)
  },
)

test('a new request, and several decided at once, are told as well', async () => {
  expect(await listsHeard(asked)).toEqual(byRight)
  const ids = [await asked(), await asked()]
  expect(await listsHeard(() => call('POST', `${requests}/approveInBulk`, cast.deciding, ids))).toEqual(byRight)
})

test('what is told says which lists, and nothing of what stands in them', async () => {
  const id = await asked()
  const { connection, next } = await listenTo(cast.deciding.tokens.access_token, { origin: portico.origin })
  open.push(connection)
  await decide('reject', id, cast.alsoDeciding)
  expect(await next('ListsChanged')).toEqual({ userId: cast.deciding.id, lists: ['operationRequests', 'users'] })
})

test('T23 anyone who acts at the tenant no more is told no more, though still connected', async () => {
  const id = await asked()
  const heard = await listsHeard(async () => {
    await portico.write((tx) =>
      tx.query(
        `delete from current_role_assignment where member_id in (select id from tenant_member where identity_id = $1)`,
        [cast.alsoDeciding.id],
      ),
    )
    await decide('reject', id, cast.deciding)
  })
  expect(Object.keys(heard)).not.toContain('alsoDeciding')
  expect(Object.keys(heard)).toContain('deciding')
})

// Who gets in at `/scim/v2`, what a directory's token opens elsewhere, and what two calls at once leave behind (T20,
// T21, T32, T69).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addAdministrator, addDirectory, type Directory, patch, someone } from '#server/spec/testing/directories.ts'
import { groupOf } from '#server/spec/testing/directory-state.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { makeCast } from '#server/spec/attacks/cast.ts'
import { every } from '#server/spec/attacks/whole-contract.ts'
import { scimEndpoints } from './endpoints.ts'

let portico: TestPortico
let administrator: Awaited<ReturnType<typeof addAdministrator>>
let contoso: Directory
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  administrator = await addAdministrator(portico)
  contoso = await addDirectory(portico, administrator)
})
afterAll(() => portico.close())

const nobodysId = '6dedf125-8067-4dc5-aa7d-a6b1a92971aa'
const everyScim = [
  ...scimEndpoints,
  ...['POST', 'GET'].map((method) => ({ method, path: '/Bulk' })),
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/Me' })),
]
/** Without a token; a wrong one is refused there as well. */
const isPublic = (path: string, headers: object) =>
  path === '/ServiceProviderConfig' && !Object.hasOwn(headers, 'authorization')
const ask = async (method: string, path: string, headers: Record<string, string>, origin = portico.origin) =>
  createBrowser(origin).request(method, `/scim/v2${path.replace(':id', nobodysId)}`, {
    headers: { ...headers, 'content-type': 'application/scim+json' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  })
const key = async (input: object, bearer = administrator.bearer) =>
  createBrowser(portico.origin).request('POST', '/api/v1/keys', {
    headers: bearer,
    body: { name: crypto.randomUUID(), applicationName: 'identity', expiresAt: '2099-01-01T00:00:00Z', ...input },
  })

describe('T21 T32 nobody gets in', () => {
  test('with no token, a made-up one, a sign-in of whatever role or a personal token; all are 401, and told nothing', async () => {
    const cast = await makeCast(portico)
    const personal = (await key({})).json<{ token: string }>().token
    const tokens = [undefined, 'made-up', 'ptd_made-up', `ptd_${personal.slice(4)}`, personal]
    const strangers = [
      ...tokens.map((token) => (token ? { authorization: `Bearer ${token}` } : {})),
      ...Object.values(cast).map((bearer) => ({ ...bearer })),
    ]
    for (const { method, path } of everyScim)
      for (const headers of strangers.filter((one) => !isPublic(path, one))) {
        const answer = await ask(method, path, headers)
        expect([method, path, answer.status, answer.headers.get('www-authenticate')]).toEqual([
          method,
          path,
          401,
          'Bearer',
        ])
        expect(answer.json()).toEqual({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '401',
          detail: 'Access is denied',
        })
      }
  })

  test('RFC 7643 section 5 /ServiceProviderConfig alone is for anybody, as often as an address may call without a token', async () => {
    const { status, text } = await ask('GET', '/ServiceProviderConfig', {})
    expect([status, text]).toEqual([200, (await ask('GET', '/ServiceProviderConfig', contoso.bearer)).text])
    const limited = await startTestPortico({ PORTICO_TRUST_PROXY: '1', PORTICO_ANONYMOUS_PER_MINUTE: '20' })
    try {
      const { bearer } = await addDirectory(limited, await addAdministrator(limited))
      const statuses = async (headers: Record<string, string>) => {
        const answers = []
        for (let call = 0; call < 21; call += 1)
          answers.push((await ask('GET', '/ServiceProviderConfig', headers, limited.origin)).status)
        return answers
      }
      const from = { 'x-forwarded-for': '203.0.113.7' }
      const most = Array.from({ length: 20 }, () => 200)
      expect(await statuses(from)).toEqual([...most, 429])
      expect(await statuses({ ...from, ...bearer })).toEqual([...most, 200])
    } finally {
      await limited.close()
    }
  })

  test('T20 the token of a directory opens no endpoint of the API, no page of the provider and no page of the queue', async () => {
    for (const { name, endpoint } of every.filter(({ endpoint: { access } }) => access !== 'anyone')) {
      const address = `/api/v1${endpoint.path.replace(/:\w+/g, nobodysId)}`
      const { status } = await createBrowser(portico.origin).request(endpoint.method, address, {
        headers: contoso.bearer,
      })
      expect([name, status]).toEqual([name, 401])
    }
    expect((await createBrowser(portico.origin).get('/identity/connect/userinfo', contoso.bearer)).status).toBe(401)
  })

  test('T20 once the token ended or was revoked, on any instance, or its maker is locked or no Administrator any more', async () => {
    const maker = await addAdministrator(portico)
    const directory = await addDirectory(portico, maker)
    const other = `http://localhost:${portico.others[0]?.port}`
    const statuses = async () =>
      Promise.all(
        [portico.origin, other].map(async (origin) => (await ask('GET', '/Users', directory.bearer, origin)).status),
      )
    expect(await statuses()).toEqual([200, 200])
    const change = (statement: string) => portico.write((tx) => tx.query(statement, [maker.id]))
    await change(`update portal_user set locked_by_administrator = true where id = $1`)
    expect(await statuses()).toEqual([401, 401])
    await change(`update portal_user set locked_by_administrator = false where id = $1`)
    await change(`update access_token set expires_on = now() - interval '1 second' where created_by = $1`)
    expect(await statuses()).toEqual([401, 401])
    await change(`update access_token set expires_on = now() + interval '1 day' where created_by = $1`)
    await change(`delete from tenant_member where identity_id = $1`)
    expect(await statuses()).toEqual([401, 401])
    await createBrowser(portico.origin).request('DELETE', `/api/v1/keys/${contoso.key.id}`, {
      headers: administrator.bearer,
    })
    expect((await ask('GET', '/Users', contoso.bearer, other)).status).toBe(401)
    contoso = await addDirectory(portico, administrator)
  })
})

test('T20 a token that is revoked while its calls are under way writes nothing from then on', async () => {
  const directory = await addDirectory(portico, administrator)
  const { body: person } = await directory.call('POST', '/Users', someone())
  const next = someone()
  const Operations = [
    {
      method: 'PATCH',
      path: `/Users/${person.id}`,
      data: patch({ op: 'replace', path: 'active', value: false }),
    },
    { method: 'POST', path: '/Users', bulkId: 'next', data: next },
  ]
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest']
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update portal_user%'`
  const [answer] = await portico.write(async (tx) => {
    await tx.query(`select 1 from portal_user where id = $1 for update`, [person.id])
    const bulk = directory.call('POST', '/Bulk', { schemas, Operations })
    await until(async () => (await portico.database.query(waits)).length > 0)
    const headers = administrator.bearer
    await createBrowser(portico.origin).request('DELETE', `/api/v1/keys/${directory.key.id}`, { headers })
    return [bulk]
  })
  const { body } = await answer
  // The one that waited may have come first.
  expect((body['Operations'] as { status: string }[]).at(-1)).toMatchObject({ bulkId: 'next', status: '401' })
  expect(await portico.database.query(`select 1 from portal_user where user_name = $1`, [next.userName])).toEqual([])
})

describe('the token of a directory', () => {
  test('names its tenant, is shown once and kept as a hash, and its calls are recorded', async () => {
    const { key: made, title, tenantId } = contoso
    expect(made).toMatchObject({ tenantId, tenantName: title, token: expect.stringMatching(/^ptd_.{43}$/) })
    const list = await createBrowser(portico.origin).get('/api/v1/keys?take=100', administrator.bearer)
    expect(list.json<{ items: object[] }>().items).toContainEqual(
      expect.objectContaining({ id: made.id, tenantName: title }),
    )
    expect(list.text).not.toContain(made.token)
    await ask('GET', '/Users/:id', contoso.bearer)
    const [use] = await until(async () => {
      const uses = await portico.database.query<object>(
        `select method, api_entry, status_code from external_api_access where token_id = $1`,
        [made.id],
      )
      return uses.length > 0 && uses
    })
    expect(use).toEqual({ method: 'GET', api_entry: '/scim/v2/Users/:id', status_code: 404 })
  })

  test('is of a tenant that is there, and of the portal; it goes with its tenant', async () => {
    const refused = async (input: object) => {
      const { status, text } = await key(input)
      return [status, JSON.parse(text).errors[0]?.field]
    }
    expect(await refused({ tenantId: nobodysId })).toEqual([404, 'tenantId'])
    expect(await refused({ tenantId: '00000000-0000-0000-0000-000000000000' })).toEqual([404, 'tenantId'])
    expect(await refused({ tenantId: contoso.tenantId, applicationName: 'shop' })).toEqual([404, 'applicationName'])
    const going = await addDirectory(portico, administrator)
    await portico.write((tx) => tx.query(`delete from tenant where id = $1`, [going.tenantId]))
    expect((await going.call('GET', '/Users')).status).toBe(401)
  })
})

test('a directory that calls too often is told to wait, and no other is', async () => {
  const limited = await startTestPortico({ PORTICO_DIRECTORY_PER_MINUTE: '3' })
  try {
    const maker = await addAdministrator(limited)
    const [busy, calm] = [await addDirectory(limited, maker), await addDirectory(limited, maker)]
    const answers = []
    for (let call = 0; call < 4; call += 1) answers.push(await busy.call('GET', '/Users'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await calm.call('GET', '/Users')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

describe('T69 two at once, on two instances', () => {
  type Call = [method: string, path: string, body?: unknown, headers?: object]
  const at = (index: number) => (index === 0 ? portico.origin : `http://localhost:${portico.others[0]?.port}`)
  const send = (index: number, ...[method, path, body, headers = contoso.bearer]: Call) =>
    createBrowser(at(index)).request(method, path, {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
  const people = '/scim/v2/Users'
  const made = async () => (await contoso.call('POST', '/Users', someone())).body
  const stateOf = async (id: string) =>
    (
      await portico.database.query<{ members: number; written: number; locked: boolean; lastName: string }>(
        `select (select count(*) from tenant_member m where m.identity_id = u.id) as members,
                (select count(*) from directory_person d where d.user_id = u.id and d.ended_on is null) as written,
                u.locked_by_administrator as locked, u.last_name as "lastName"
           from portal_user u where u.id = $1`,
        [id],
      )
    )[0]

  test('the same person is made once', async () => {
    const sent = someone()
    const answers = await Promise.all([0, 1].map((index) => send(index, 'POST', people, sent)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('two directories and the console that name one address make one account', async () => {
    const fabrikam = await addDirectory(portico, administrator)
    const sent = someone()
    const answers = await Promise.all([
      send(0, 'POST', people, sent),
      send(1, 'POST', people, { ...sent, userName: `f-${sent.userName}` }, fabrikam.bearer),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1)
  })

  test('a lock of the directory and one of an administrator leave a lock, and the directory’s opening undoes its own only', async () => {
    const { id } = await made()
    const inactive = patch({ op: 'replace', path: 'active', value: false })
    const answers = await Promise.all([
      send(0, 'PATCH', `${people}/${id}`, inactive),
      send(1, 'POST', `/api/v1/account/lock/${id}`, undefined, administrator.bearer),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await stateOf(id)).toMatchObject({ locked: true, members: 1 })
  })

  test('being taken in elsewhere and a change of the name: the change came first, or changed the directory’s word only', async () => {
    const fabrikam = await addDirectory(portico, administrator)
    const { id, emails } = await made()
    await Promise.all([
      send(0, 'PATCH', `${people}/${id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Changed' })),
      send(1, 'POST', people, someone({ emails }), fabrikam.bearer),
    ])
    await contoso.call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'name.familyName', value: 'Too late' }))
    expect((await stateOf(id))?.lastName).not.toBe('Too late')
  })

  test('deleting a person and changing them, or deleting them in the console: nothing is left half', async () => {
    for (const [method, path, body, headers] of [
      ['PUT', people, someone(), contoso.bearer],
      ['DELETE', '/api/v1/admin/users', undefined, administrator.bearer],
    ] as const) {
      const { id, userName } = await made()
      const [gone] = await Promise.all([
        send(0, 'DELETE', `${people}/${id}`),
        send(1, method, `${path}/${id}`, body && { ...body, userName }, headers),
      ])
      expect([204, 404]).toContain(gone.status)
      const left = await stateOf(id)
      expect(left === undefined || (left.members === 0 && left.written === 0 && left.locked)).toBe(true)
    }
  })

  test('members that two calls add are both in the group', async () => {
    const [a, b] = [await made(), await made()]
    const group = (await contoso.call('POST', '/Groups', groupOf(`Race ${a.id}`))).body
    const add = (value: string) => patch({ op: 'add', path: 'members', value: [{ value }] })
    const answers = await Promise.all(
      [a, b].map(({ id }, index) => send(index, 'PATCH', `/scim/v2/Groups/${group.id}`, add(id))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await contoso.call('GET', `/Groups/${group.id}`)).body['members']).toHaveLength(2)
  })
})

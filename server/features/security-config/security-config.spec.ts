import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import type { DocumentFault, DocumentVersion, SecurityConfiguration } from '#contract/security-config.ts'
import type { Policy } from '#contract/policy-documents.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Bearer = { authorization: string }

let portico: TestPortico
let god: Bearer
let administrator: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  god = (await signIn(portico, await addPerson(portico, { roles: ['God'], firstName: 'Ana', lastName: 'Gil' }))).bearer
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
})
afterAll(() => portico.close())

const call = async <T>(method: string, path: string, { body, as = god }: { body?: unknown; as?: Bearer } = {}) => {
  const answer = await createBrowser(portico.origin).request(method, `/api/v1/admin/${path}`, {
    headers: as,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json<T & Problem>() }
}
const create = async (input: object = {}) =>
  call<SecurityConfiguration>('POST', 'securityConfig', {
    body: { title: `Rules ${randomUUID()}`, description: 'of the firewall', body: 'a: 1\n', ...input },
  })
const faultsIn = async (title: string, body: string) =>
  (await call<{ faults: DocumentFault[] }>('POST', 'securityConfig/check', { body: { title, body } })).body.faults

describe('security configurations', () => {
  test('R3.8-10 R7.5-20 one is made, read, saved, changed and deleted, with who did it and each version', async () => {
    const made = (await create()).body
    expect(made).toMatchObject({ description: 'of the firewall', body: 'a: 1\n', modifiedByDisplayName: 'Ana Gil' })
    const path = `securityConfig/${made.id}`
    expect((await call<SecurityConfiguration>('GET', path)).body).toEqual(made)
    const saved = await call<SecurityConfiguration>('PUT', path, {
      body: { title: made.title, description: '', body: 'a: 2\n', modifiedOn: made.modifiedOn },
    })
    expect(saved.body).toMatchObject({ description: null, body: 'a: 2\n' })
    expect((await call<SecurityConfiguration>('PATCH', path, { body: { body: 'a: 3\n' } })).body.title).toBe(made.title)
    const versions = (await call<DocumentVersion[]>('GET', `${path}/versions`)).body
    expect(versions.map(({ version, body }) => [version, body])).toEqual([
      [3, 'a: 3\n'],
      [2, 'a: 2\n'],
      [1, 'a: 1\n'],
    ])
    const list = await call<{ items: SecurityConfiguration[] }>('GET', `securityConfig?search=${made.title}`)
    expect(list.body.items.map(({ id }) => id)).toEqual([made.id])
    expect((await call('DELETE', path)).body).toEqual({})
    expect((await call('GET', path)).status).toBe(404)
    const events = await portico.database.query<{ type: string; after: { body: string } | null }>(
      `select type, after from audit_event where subject = $1 order by id`,
      [made.id],
    )
    expect(events.map(({ type, after }) => [type, after?.body])).toEqual([
      ['security-configuration.created', 'a: 1\n'],
      ['security-configuration.changed', 'a: 2\n'],
      ['security-configuration.changed', 'a: 3\n'],
      ['security-configuration.removed', undefined],
    ])
  })

  test('A-201 what somebody else changed since it was read is not overwritten', async () => {
    const made = (await create()).body
    await call('PATCH', `securityConfig/${made.id}`, { body: { body: 'a: 2\n' } })
    const late = await call('PATCH', `securityConfig/${made.id}`, {
      body: { body: 'a: 9\n', modifiedOn: made.modifiedOn },
    })
    expect([late.status, late.body.code]).toEqual([409, 'changed-meanwhile'])
  })

  test('R5.5-06 a title is required, has at most 200 characters, and is there once', async () => {
    for (const [title, code] of [
      ['', 'missing'],
      ['x'.repeat(201), 'field-too-long'],
    ])
      expect((await create({ title })).body.errors).toMatchObject([{ field: 'title', code }])
    const title = 'x'.repeat(200)
    expect((await create({ title })).status).toBe(200)
    expect(await create({ title })).toMatchObject({ status: 409, body: { errors: [{ field: 'title' }] } })
  })

  test('R5.5-07 a body that is no YAML is refused with the line of its fault', async () => {
    expect(await create({ body: 'a: 1\nb: [1\nc: 2\n' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body', message: 'Invalid yaml format', data: { line: '3' } }] },
    })
    expect((await create({ body: '# nothing yet\n' })).status).toBe(200)
    expect(await create({ title: 'sessions', body: '' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body', message: 'body is required', code: 'missing' }] },
    })
  })

  test('T41 R5.5-07 what is hostile is refused, and what is merely long is taken', async () => {
    for (const body of ['a: !!js/function "function () {}"', 'a:\n\tb: 1', 'a: 1\na: 2', '['.repeat(100_000)])
      expect(await create({ body })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'body', message: 'Invalid yaml format' }] },
      })
    expect((await create({ body: `a: ${'x'.repeat(262_144)}` })).status).toBe(400)
    expect((await create({ body: `a: ${'€'.repeat(90_000)}` })).status).toBe(400)
    const many = await create({ body: Array.from({ length: 15_000 }, (_, at) => `key${at}: ${at}`).join('\n') })
    expect(many.status).toBe(200)
  })

  test('T41 a merge key is a key like any other', async () => {
    const { body } = await create({ body: 'a: &a {b: 1}\nc:\n  <<: *a\n' })
    expect(body.body).toContain('<<')
  })
})

describe('A-76 what the server reads', () => {
  test('has a schema: a wrong setting is named with its line', async () => {
    expect(await faultsIn('lockout', 'attempts: 5\nminutes: 0\n')).toMatchObject([
      { line: 2, column: 10, setting: 'minutes', code: 'too-small', data: { minimum: '1' } },
    ])
    expect(await faultsIn('lockout', 'attempts: 5\ntries: 3\n')).toMatchObject([{ code: 'unknown-members' }])
    expect(await faultsIn('company-domains', 'domains:\n  - good.example\n  - not a domain\n')).toMatchObject([
      { line: 3, setting: 'domains.1', code: 'domain-not-valid' },
    ])
    expect(await faultsIn('sessions', 'hours: two\n')).toMatchObject([{ line: 1, code: 'not-a-number' }])
    expect(await faultsIn('anything else', 'minutes: 0\n')).toEqual([])
    expect(await create({ title: 'lockout', body: 'minutes: 0\n' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body', code: 'settings-not-valid', data: { line: '1' } }] },
    })
  })

  test('R8.1-03 what is wrong with a setting is refused with its code and its data, in English with its name', async () => {
    const refused = async (title: string, body: string) => {
      const { messages, errors } = (await create({ title, body })).body
      return { messages, data: errors.map(({ data }) => data) }
    }
    expect(await refused('lockout', 'minutes: 0\n')).toMatchObject({
      messages: ['body: Line 1: minutes: At least 1'],
      data: [{ line: '1', faultCode: 'too-small', setting: 'minutes', minimum: '1' }],
    })
    expect(await refused('company-domains', 'domains:\n  - good.example\n  - 7\n')).toMatchObject({
      messages: ['body: Line 3: domains.1: must be a text'],
      data: [{ faultCode: 'not-a-text', setting: 'domains.1' }],
    })
    expect(await refused('lockout', 'tries: 3\n')).toMatchObject({
      messages: ['body: Line 1: unknown: tries'],
      data: [{ faultCode: 'unknown-members', keys: 'tries' }],
    })
  })
})

describe('policies', () => {
  test('R7.5-21 A-75 one is made under an id of its author, read, saved, changed and deleted', async () => {
    const made = await call<Policy>('POST', 'policy', {
      as: administrator,
      body: { id: 'remote-work', title: 'Remote work', body: 'allowed: true\n' },
    })
    expect(made.body).toMatchObject({ id: 'remote-work', title: 'Remote work', description: null })
    const again = await call('POST', 'policy', { body: { id: 'remote-work', title: 'Other', body: '' } })
    expect([again.status, again.body.code]).toEqual([409, 'policy-id-taken'])
    await call('PUT', 'policy/remote-work', { body: { title: 'Remote', description: null, body: 'allowed: false\n' } })
    expect((await call<Policy>('PATCH', 'policy/remote-work', { body: { title: 'Home' } })).body).toMatchObject({
      title: 'Home',
      body: 'allowed: false\n',
    })
    expect((await call<DocumentVersion[]>('GET', 'policy/remote-work/versions')).body).toHaveLength(3)
    expect((await call<{ count: number }>('GET', 'policy', { as: administrator })).body.count).toBe(1)
    await call('DELETE', 'policy/remote-work', { as: administrator })
    expect((await call('GET', 'policy/remote-work')).status).toBe(404)
  })

  test('R5.5-08 its id has fewer than 200 characters', async () => {
    const status = async (id: string) =>
      (await call('POST', 'policy', { body: { id, title: 'x', body: '' } })).body.errors?.[0]?.field ?? 'taken'
    expect(await status('x'.repeat(200))).toBe('id')
    expect(await status('x'.repeat(199))).toBe('taken')
    expect(await status('a/b')).toBe('id')
    expect(await status('')).toBe('id')
  })
})

test('R2.5-14 configurations are God’s alone; policies are an Administrator’s as well', async () => {
  const made = (await create()).body
  for (const [method, path, body] of [
    ['GET', 'securityConfig'],
    ['GET', 'securityConfig/inForce'],
    ['GET', `securityConfig/${made.id}`],
    ['GET', `securityConfig/${made.id}/versions`],
    ['POST', 'securityConfig', { title: 'x', body: '' }],
    ['POST', 'securityConfig/check', { title: 'x', body: '' }],
    ['PUT', `securityConfig/${made.id}`, { title: 'x', body: '' }],
    ['PATCH', `securityConfig/${made.id}`, { title: 'x' }],
    ['DELETE', `securityConfig/${made.id}`],
  ] as const)
    expect([method, path, (await call(method, path, { as: administrator, body })).status]).toEqual([method, path, 403])
  expect((await call('GET', 'policy', { as: administrator })).status).toBe(200)
})

test('A-182 a description has at most 1000 characters, of a configuration and of a policy', async () => {
  const policy = (description: string) =>
    call<Policy>('POST', 'policy', { body: { id: randomUUID(), title: 'Long', description, body: 'a: 1\n' } })
  for (const made of [(description: string) => create({ description }), policy]) {
    expect((await made('x'.repeat(1000))).body.description).toHaveLength(1000)
    const { status, body } = await made('x'.repeat(1001))
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'description', code: 'field-too-long', data: { maximum: '1000' } }],
    ])
  }
})

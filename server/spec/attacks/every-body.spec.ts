// T27: every endpoint that takes a body, given what no client would send, as a whole and field by field. Anyone who is
// let in everywhere sends it, to things that are there: nothing is turned away before it is read.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { full, share } from '#server/spec/testing/full.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addMembership } from '#server/spec/testing/tenants.ts'
import { addChief } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { aim, every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
})
beforeEach(async () => {
  target = await makeTarget(portico)
  await portico.write((tx) => tx.query(`update access_token set created_by = $1`, [chief.id]))
  // Who asks for access for themselves belongs there.
  await addMembership(portico, { identityId: chief.id, tenantId: target.tenantId })
})
afterAll(() => portico.close())

const send = (named: NamedEndpoint, body: string, headers: Record<string, string> = {}) =>
  aim(portico, named, {
    target,
    as: named.endpoint.access === 'anyone' ? undefined : chief.bearer,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

const deep = (open: string, close: string, times: number, inner = '') =>
  open.repeat(times) + inner + close.repeat(times)
const long = (times: number) => `"${'y'.repeat(times)}"`

/** Text that is no JSON, or holds what no text and no name may hold. */
const broken = [
  '['.repeat(500_000),
  '{"__proto__":{"isGlobal":true}}',
  '{"a":{"__proto__":{"isGlobal":true}}}',
  '{"a":NaN}',
  '{"a":-Infinity}',
  '{"a":undefined}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}}',
  '{"a":01}',
  '{"a":"\\x"}',
  '{"a":"\\u0000"}',
  '{"a":"\0"}',
  '{"a":"\\ud800"}',
  '\0',
  '//x\n{}',
  '{"a":"\n"}',
  '[]',
  'true',
  '"x"',
  '7',
  'null',
]
/** A list as a whole is what this one takes; an empty one means all of somebody's tenants (A-100). */
const takesLists = new Set(['permissions.remove'])
const odd = [
  deep('[', ']', 10_000),
  deep('{"a":', '}', 10_000, '1'),
  `{"x":${deep('[', ']', 100_000)}}`,
  '{"constructor":{"prototype":{"isGlobal":true}}}',
  '{"a":1e400}',
  '{"\\u0000":1}',
  '\ufeff{}',
]

const nasty = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '2147483648',
  '99999999999999999999999999',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u2066"',
  '"\\r\\nBcc: x@evil.example"',
  '"\\u001b[31m"',
  '"__proto__"',
  '"constructor"',
  '"%00"',
  '"../../etc/passwd"',
  '"{{7*7}}${7*7}#{7*7}"',
  '"=1+1"',
  '"NaN"',
  '"1e400"',
  '"2147483648"',
  long(201),
  long(300),
  long(2_001),
  long(20_001),
  long(100_000),
  `"${'🦜'.repeat(150)}"`,
  `"${'\u0301'.repeat(500)}"`,
  `"${'ﷺ'.repeat(300)}"`,
  '[]',
  '[null]',
  '[[]]',
  '["x"]',
  '[1]',
  '[{}]',
  '[["x"]]',
  '["\\u0000"]',
  `[${Array.from({ length: 5_000 }, () => '"x"').join(',')}]`,
  `[${Array.from({ length: 5_000 }, () => '1').join(',')}]`,
  '[1e400]',
  deep('[', ']', 5_000),
  '{}',
  '{"length":3}',
  '{"toString":"x"}',
  '{"$ne":null}',
  '{"$gt":""}',
  '{"__proto__":{"isGlobal":true}}',
  '{"constructor":{"prototype":{"isGlobal":true}}}',
  deep('{"a":', '}', 5_000, '1'),
]

const withField = (right: Record<string, unknown>, field: string, json: string) => {
  const rest = Object.entries(right).flatMap(([name, value]) =>
    name === field ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`],
  )
  return `{${[...rest, `${JSON.stringify(field)}:${json}`].join(',')}}`
}

const shapeOf = ({ endpoint: { input } }: NamedEndpoint) => {
  const inner = (input && 'unwrap' in input ? (input as { unwrap(): object }).unwrap() : input) as
    | { shape?: object }
    | undefined
  return Object.keys(inner?.shape ?? {})
}

/** What takes a pattern with too much freedom minutes to refuse (T50). */
const endless = ['a.', 'a@', 'a.a@', ' ', '\\t ', '1', '-', 'aA1-', 'https://a', ':', '/', '[', '\u0301', '=?utf-8?q?']
  .map((part) => part.repeat(200_000 / part.length))
  .flatMap((text) => [`"${text}"`, `"a@${text}@"`, `"https://${text}\\u00a0"`])

const isAnswer = (status: number) => status === 200 || (status >= 400 && status < 500 && status !== 401)

/** What one reader of bodies, one kind of field or PostgreSQL alone would take for something else. */
const telling = ['null', '"a\\u0000b"', '"\\ud800"', '1e400', '2147483648', long(100_000), '[null]', '{}']

/**
 * Fields of one kind share one schema: each gets an eighth of what is telling and a share of the rest; all with FULL=1.
 */
const shareOf = {
  bodies: (at: number) => share(broken, { of: 16, at, always: ['null', '{"a":"\0"}'] }),
  nasty: (at: number) => share(nasty, { of: 80, at, always: share(telling, { of: 8, at }) }),
  endless: (at: number) => share(endless, { of: 42, at }),
}

for (const [place, named] of every.filter(({ endpoint }) => endpoint.input !== undefined).entries()) {
  test(`T27 ${named.name} refuses bodies that are deep, large or broken, and remembers nothing of them`, async () => {
    for (const body of shareOf.bodies(place).filter((text) => text !== '[]' || !takesLists.has(named.name)))
      expect([body.slice(0, 60), (await send(named, body)).status]).toEqual([body.slice(0, 60), 400])
    for (const body of share(odd, { of: 3, at: place }))
      expect([body.slice(0, 60), isAnswer((await send(named, body)).status)]).toEqual([body.slice(0, 60), true])
    for (const bytes of full || place % 6 === 0 ? [1_100_000, 10_000_000] : [1_100_000]) {
      const { status } = await send(
        named,
        JSON.stringify({ ...rightBody(named, target), more: 'y'.repeat(bytes) }),
      ).catch(() => ({ status: 413 }))
      expect(status).toBe(413)
    }
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/xml',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
    ]) {
      const { status } = await send(named, JSON.stringify(rightBody(named, target)), { 'content-type': type })
      expect([type, [400, 406, 415].includes(status)]).toEqual([type, true])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['isGlobal']).toBeUndefined()
  })

  test(`T27 ${named.name} takes or refuses anything in any field, by its name`, async () => {
    for (const [at, field] of shapeOf(named).entries())
      for (const json of shareOf.nasty(place + at)) {
        const { status, text } = await send(named, withField(rightBody(named, target), field, json))
        const said = [field, json.slice(0, 40), status]
        expect([...said, isAnswer(status) ? '' : text]).toEqual([...said, ''])
        if (status === 400) expect([...said, (JSON.parse(text) as Problem).errors.length > 0]).toEqual([...said, true])
        if (/u0000|ud800|__proto__":/.test(json)) expect([...said, status === 200]).toEqual([...said, false])
      }
    expect(({} as Record<string, unknown>)['isGlobal']).toBeUndefined()
  })

  test(`T27 T50 ${named.name} refuses in moments what is long and almost right`, async () => {
    for (const [at, field] of shapeOf(named).entries())
      for (const json of shareOf.endless(place + at)) {
        const began = performance.now()
        const { status } = await send(named, withField(rightBody(named, target), field, json))
        expect([field, json.slice(0, 20), isAnswer(status), performance.now() - began < 2000]).toEqual([
          field,
          json.slice(0, 20),
          true,
          true,
        ])
      }
  })

  test(`T27 ${named.name} reads a member that stands twice as one`, async () => {
    const right = rightBody(named, target)
    if (Array.isArray(right))
      return expect((await send(named, `[${'{}'},${JSON.stringify(right).slice(1)}`)).status).toBe(400)
    if (named.name === 'operation-requests.cancel')
      await portico.write((tx) =>
        tx.query(`update operation_request set created_by = $2 where id = $1`, [target.requestId, chief.id]),
      )
    if (named.name === 'authenticators.renamePasskey')
      await portico.write((tx) =>
        tx.query(`update passkey set user_id = $2 where id = $1`, [target.processId, chief.id]),
      )
    const [field = ''] = Object.keys(right)
    const twice = `{${JSON.stringify(field)}:{"first":[]},${JSON.stringify(right).slice(1)}`
    expect([200, 409]).toContain((await send(named, twice)).status)
  })
}

test('T27 the server is up after all of it', async () => {
  const { status, text } = await aim(portico, every.find(({ name }) => name === 'runtime.online') as NamedEndpoint, {
    target,
  })
  expect([status, text]).toEqual([200, 'true'])
})

// T27: every parameter of every path and query, given what no client would send. Nothing of it is an error of ours.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ListQuery } from '#contract/kernel/page.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { share } from '#server/spec/testing/full.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addChief } from './cast.ts'
import { addressOf } from './addresses.ts'
import { makeTarget } from './make-target.ts'
import { every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let target: Target
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
})
beforeEach(async () => {
  target = await makeTarget(portico)
})
afterAll(() => portico.close())

const numbers = [
  '0',
  '-1',
  '1.5',
  '2147483647',
  '2147483648',
  '-2147483649',
  '3000000000',
  '9007199254740993',
  '9223372036854775808',
  '1e400',
  'NaN',
  '0x10',
]
const texts = [
  '',
  ' ',
  '%ff',
  'a%0d%0ab',
  '%F0%9F%A6%9C',
  '%EF%BF%BE',
  "'",
  '"',
  '%5C',
  '%25',
  '*',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '..%2f..',
  'x'.repeat(900),
]
const dates = [
  '0000-01-01',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '2026-11-22T25:00:00Z',
]
const zero = '00000000-0000-0000-0000-000000000000'
const ids = [zero, 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', `{${zero}}`, zero.replaceAll('-', '')]
const nasty = [...numbers, ...texts, ...dates, ...ids]

/** What only PostgreSQL would refuse as a number, a text, a day or an id, and what splits a path. */
const telling = [
  '1.5',
  '3000000000',
  '9223372036854775808',
  '',
  '%ff',
  "'",
  '..%2f..',
  '0000-01-01',
  '2026-02-30',
  zero,
]

/** Parameters of one kind share one schema: each gets an eighth of what is telling, and a share of the rest. */
const shareOf = (at: number) => share(nasty, { of: 64, at, always: share(telling, { of: 8, at }) })

/** What an object schema, or the one under a transformation, is made of. */
const keysOf = (schema: unknown): string[] => {
  const { shape, in: under } = (schema ?? {}) as { shape?: object; in?: unknown }
  return shape ? Object.keys(shape) : under ? keysOf(under) : []
}

/** What all lists have is tried at one of them (lists.spec.ts has more), what each has besides at each. */
const common = new Set(keysOf(ListQuery))
const ownKeysOf = ({ endpoint, name }: NamedEndpoint) =>
  keysOf(endpoint.query).filter((key) => name === 'users.list' || !common.has(key))

const expectNoFault = async ({ endpoint, name }: NamedEndpoint, address: string) => {
  const { method, upload, input } = endpoint
  const body = input === undefined ? {} : { body: rightBody({ endpoint, name }, target) }
  const headers = endpoint.access === 'anyone' ? {} : chief.bearer
  const { status, text } = await createBrowser(portico.origin).request(method, `/api/v1${address}`, {
    ...(upload ? {} : body),
    headers,
  })
  expect([method, address.slice(0, 200), status, status < 500 ? '' : text]).toEqual([
    method,
    address.slice(0, 200),
    status,
    '',
  ])
}

/** Who is called elsewhere, answers about itself. */
const others = new Set(['sign-in.externalLogin'])

const withPath = every.filter(({ endpoint, name }) => endpoint.path.includes('/:') && !others.has(name))
const withQuery = every.filter(({ endpoint, name }) => ownKeysOf({ endpoint, name }).length > 0 && !others.has(name))

for (const [at, named] of withPath.entries())
  test(`T27 ${named.name} takes or refuses anything in its path`, async () => {
    const [filled = '', query] = addressOf(named.endpoint, target).split('?')
    const places = named.endpoint.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [index] : []))
    for (const place of places)
      for (const value of shareOf(at + place))
        await expectNoFault(named, filled.split('/').with(place, value).join('/') + (query ? `?${query}` : ''))
  })

for (const [at, named] of withQuery.entries())
  test(`T27 ${named.name} takes or refuses anything in its query`, async () => {
    const address = addressOf(named.endpoint, target)
    const [filled = '', query = ''] = address.split('?')
    for (const [place, key] of ownKeysOf(named).entries())
      for (const value of shareOf(at + place)) {
        const rest = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${key}=`))
        await expectNoFault(named, `${filled}?${[...rest, `${encodeURIComponent(key)}=${value}`].join('&')}`)
      }
    // Twice, and as a list.
    for (const key of ownKeysOf(named)) await expectNoFault(named, `${filled}?${key}=1&${key}=2&${key}[]=3&${key}[a]=4`)
  })

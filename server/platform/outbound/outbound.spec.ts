// T37: an address that somebody typed leads to the internet and nowhere else, whatever its name says the next time.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { createOutbound, mostAnswerBytes, type Resolve } from './outbound.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

const listen = async (answer: RequestListener) => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => (server.closeAllConnections(), server.close()))
  return { calls, port: (server.address() as AddressInfo).port }
}

const open = { privateAddresses: true, plainHttp: true }
const guarded = { privateAddresses: false, plainHttp: true }
const message = (url: string) => ({ url, headers: {}, body: '{}' })

describe('addresses', () => {
  test.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '240.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the guard', () => {
  test.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::ffff:7f00:1]',
    'http://localhost',
  ])('%s is not called', async (origin) => {
    const { calls, port } = await listen((_, response) => void response.end())
    const answer = await createOutbound(guarded).post(message(`${origin}:${port}/heard`))
    expect([answer, calls]).toEqual([expect.objectContaining({ failure: 'address-not-allowed' }), []])
  })

  test('nor without TLS, unless a setting allows it', async () => {
    const { calls, port } = await listen((_, response) => void response.end())
    const outbound = createOutbound({ ...open, plainHttp: false })
    expect(await outbound.post(message(`http://127.0.0.1:${port}/`))).toMatchObject({ failure: 'address-not-allowed' })
    expect(calls).toEqual([])
  })

  test('a name with one private address among others is not called', async () => {
    const { calls, port } = await listen((_, response) => void response.end())
    const resolve: Resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const outbound = createOutbound(guarded, { resolve })
    expect(await outbound.post(message(`http://hooks.example:${port}/`))).toMatchObject({
      failure: 'address-not-allowed',
    })
    expect(calls).toEqual([])
  })

  test('a name is resolved once: the connection goes where it was judged, and says whom it called', async () => {
    const { calls, port } = await listen((_, response) => void response.end('heard'))
    let asked = 0
    const resolve: Resolve = async () => {
      asked += 1
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const answer = await createOutbound(open, { resolve }).post(message(`http://hooks.example:${port}/a`))
    expect([answer, asked, calls]).toEqual([
      { status: 200, text: 'heard', milliseconds: expect.any(Number) },
      1,
      [`hooks.example:${port} /a`],
    ])
  })
})

describe('the answer', () => {
  test('a redirect is an answer, and not followed', async () => {
    const secret = await listen((_, response) => void response.end('secret'))
    const { port } = await listen((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${secret.port}/` }).end()
    })
    expect(await createOutbound(open).post(message(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: 307,
      text: '',
    })
    expect(secret.calls).toEqual([])
  })

  test('of one that does not end, some KB are read', async () => {
    const { port } = await listen((_, response) => {
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
    const answer = await createOutbound(open).post(message(`http://127.0.0.1:${port}/`))
    expect(answer).toMatchObject({ status: 200, text: 'x'.repeat(mostAnswerBytes) })
  })

  test.each<[string, RequestListener]>([
    ['answers nothing', () => undefined],
    ['goes on for ever, byte by byte', (_, response) => void response.writeHead(200).write('.')],
  ])('one that %s is left', async (_, answer) => {
    const { port } = await listen(answer)
    const given = await createOutbound(open, { within: 100 }).post(message(`http://127.0.0.1:${port}/`))
    expect(given).toEqual({ failure: 'timeout', milliseconds: expect.any(Number) })
  })

  test('of a name that takes too long to resolve as well', async () => {
    const outbound = createOutbound(open, { within: 50, resolve: () => new Promise(() => undefined) })
    expect(await outbound.post(message('http://slow.example/'))).toMatchObject({ failure: 'timeout' })
  })

  test('one that is away is named by the code of the network alone', async () => {
    const { port } = await listen(() => undefined)
    closing.pop()?.()
    const answer = await createOutbound(open).post(message(`http://127.0.0.1:${port}/`))
    expect(answer).toEqual({ failure: 'ECONNREFUSED', milliseconds: expect.any(Number) })
  })
})

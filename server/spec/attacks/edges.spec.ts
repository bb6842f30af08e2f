// T27, T40, T45, T50, T61: what is answered at the edge of HTTP and of the machine is a problem like any other.
import { connect as connectTo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import type { Problem } from '#contract/kernel/answer.ts'
import { createServer } from '#server/http/serve.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password, signIn } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { raw } from './attacker.ts'
import { addChief, addWithRoles, type Bearer } from './cast.ts'

let portico: TestPortico
let chief: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  chief = (await addChief(portico)).bearer
})
afterAll(() => portico.close())

const problemIn = (heard: string) => {
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  expect(head.toLowerCase()).toContain('content-type: application/problem+json')
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
  return JSON.parse(body) as Problem
}

describe('T50 heads', () => {
  test('T50 a head that is too large is 431, an address that is too long 414, and both are problems', async () => {
    const large = await raw(portico, `GET /api/v1/online HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`)
    expect(problemIn(large)).toMatchObject({ status: 431, code: 'headers-too-large' })
    const long = await raw(
      portico,
      `GET /api/v1/avatar/${'x'.repeat(2_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(problemIn(long)).toMatchObject({ status: 414, code: 'address-too-long' })
    const broken = await raw(portico, 'NONSENSE\r\n\r\n')
    expect(problemIn(broken)).toMatchObject({ status: 400, code: 'invalid' })
    const escaped = await raw(portico, 'GET /api/v1/avatar/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(problemIn(escaped).status).toBe(400)
  })

  test('T50 two hosts are 400, whatever they are', async () => {
    for (const second of ['x', 'evil.example']) {
      const heard = await raw(
        portico,
        `GET /api/v1/online HTTP/1.1\r\nHost: x\r\nHost: ${second}\r\nConnection: close\r\n\r\n`,
      )
      expect(problemIn(heard)).toMatchObject({ status: 400, errors: [{ field: 'Host' }] })
    }
  })
})

describe('T45 slow requests', () => {
  test('T45 a body that does not come to an end is closed within the time and a second, and says so', async () => {
    const app = await createServer({ trustProxy: false, secure: false, log: pino({ level: 'silent' }), slowest: 500 })
    app.post('/slow', async () => 'whole')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const began = performance.now()
    const heard = await new Promise<string>((resolve) => {
      let said = ''
      const socket = connectTo(port, '127.0.0.1')
      socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
      socket.on('data', (part) => (said += part))
      socket.on('close', () => resolve(said))
    })
    expect(problemIn(heard)).toMatchObject({ status: 408, code: 'request-too-slow' })
    expect(performance.now() - began).toBeLessThan(4_000)
    await app.close()
  })

  test('T45 the product gives a request less than thirty seconds, and looks every second', () => {
    const { requestTimeout, headersTimeout } = portico.portico.app.server
    expect([requestTimeout + 1_000 <= 30_000, headersTimeout]).toEqual([true, 20_000])
  })
})

describe('T40 uploads', () => {
  const boundary = '----edge'
  const whole = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nx\r\n--${boundary}--\r\n`
  const places = ['/admin/users/bulk_insert', '/admin/applications/1/icon']
  const send = (path: string, body: string, type: string) =>
    createBrowser(portico.origin).request('POST', `/api/v1${path}`, {
      body,
      headers: { ...chief, 'content-type': type },
    })

  test('T40 a form without a boundary, cut off or of nothing is an error of the caller', async () => {
    const bodies: [string, string][] = [
      [whole, 'multipart/form-data'],
      [whole, 'multipart/form-data; boundary='],
      [whole, 'multipart/form-data; boundary=other'],
      [whole.slice(0, -20), `multipart/form-data; boundary=${boundary}`],
      [whole.slice(0, 60), `multipart/form-data; boundary=${boundary}`],
      ['', `multipart/form-data; boundary=${boundary}`],
      [`--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`],
      [`--${boundary}\r\n\r\n\r\n--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`],
      [whole.replace('name="file"', 'name=""'), `multipart/form-data; boundary=${boundary}`],
      [whole.repeat(30), `multipart/form-data; boundary=${boundary}`],
    ]
    for (const path of places)
      for (const [body, type] of bodies) {
        const { status, text } = await send(path, body, type)
        expect([path, type, body.length, status, status === 400 ? '' : text]).toEqual([
          path,
          type,
          body.length,
          400,
          '',
        ])
      }
  })

  /** A refusal is there to its end; its connection would stay open for the rest of the file. */
  const isWhole = (heard: string) => {
    const length = /^content-length: (\d+)\r$/im.exec(heard)?.[1]
    return length !== undefined && Buffer.byteLength(heard.slice(heard.indexOf('\r\n\r\n') + 4)) >= Number(length)
  }

  /** The head and a first byte; what is answered although the rest never comes. */
  const begun = (path: string, bearer: Bearer) =>
    raw(
      portico,
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${bearer.authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n-`,
      isWhole,
    )

  test('T40 what the caller may not fill, or what is not there, is refused before the file is read', async () => {
    const nobody = (await addWithRoles(portico, [])).bearer
    for (const bearer of [nobody, chief])
      expect(problemIn(await begun(`/admin/groups/bulk_insert/${crypto.randomUUID()}`, bearer))).toMatchObject({
        status: 404,
      })
    expect(problemIn(await begun('/admin/applications/2147483647/icon', chief))).toMatchObject({ status: 404 })
    expect(problemIn(await begun('/admin/users/bulk_insert', nobody))).toMatchObject({ status: 403 })
  })

  test('T40 of one person so many files are read at once, and not more', async () => {
    const person = (await addWithRoles(portico, ['Administrator'])).bearer
    const heard = await Promise.all(Array.from({ length: 6 }, () => begun('/admin/users/bulk_insert', person)))
    const refused = heard.filter((said) => said.includes('503'))
    expect(refused).toHaveLength(2)
    expect(problemIn(refused[0] ?? '')).toMatchObject({ status: 503, code: 'busy' })
    expect((await send('/admin/users/bulk_insert', whole, `multipart/form-data; boundary=${boundary}`)).status).toBe(
      400,
    )
  })
})

test('R7.7-04 R7.7-05 an export takes what the filter finds, whatever page was asked for', async () => {
  const tenantId = await addTenant(portico, {})
  for (const path of ['/admin/tenants/export', `/admin/tenants/${tenantId}/members/export`])
    for (const take of ['1', '20000', '1000000']) {
      const answer = await createBrowser(portico.origin).get(`/api/v1${path}?take=${take}&skip=5`, chief)
      expect([path, take, answer.status, answer.json()]).toMatchObject([path, take, 200, { success: true }])
    }
})

test('T27 an application of a number that no column holds is an error of the caller, in whatever is previewed', async () => {
  const preview = (change: object) =>
    createBrowser(portico.origin).request('POST', '/api/v1/admin/access/preview', { body: change, headers: chief })
  for (const applicationId of [2_147_483_648, 3_000_000_000, 1e15, -3_000_000_000]) {
    const changes = [
      { kind: 'deleteApplication', applicationId },
      { kind: 'deleteRole', applicationId, roleId: crypto.randomUUID() },
    ]
    for (const change of [...changes, { kind: 'several', changes }])
      expect([change, (await preview(change)).status]).toEqual([change, 400])
  }
})

describe('T61 a full disk', () => {
  test('T61 what writes is told so with 507, what reads goes on, and all is well once there is room', async () => {
    const person = await addPerson(portico)
    const login = () =>
      createBrowser(portico.origin).post('/api/v1/account/login', { userName: person.userName, password })
    const { browser, bearer } = await signIn(portico, person)
    await portico.database.withClient((session) =>
      session.run(`create function full_disk() returns trigger language plpgsql as
                   $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
                   create trigger full_disk before insert on audit_event for each row execute function full_disk()`),
    )
    const full = await login()
    expect([full.status, full.json()]).toMatchObject([507, { status: 507, code: 'storage-full' }])
    expect((await browser.get('/api/v1/profile', bearer)).status).toBe(200)
    await portico.database.withClient((session) =>
      session.run(`drop trigger full_disk on audit_event; drop function full_disk()`),
    )
    expect((await login()).json()).toMatchObject({ success: true })
  })
})

describe('T60 a server that is about to stop', () => {
  test('T60 it is not ready any more, answers what comes meanwhile, and then refuses with a problem', async () => {
    const other = await startTestPortico()
    const get = (path: string) => createBrowser(other.origin).get(`/api/v1${path}`)
    expect([(await get('/ready')).status, (await get('/ready')).text]).toEqual([200, 'true'])
    other.portico.drain()
    const draining = await get('/ready')
    expect([draining.status, draining.headers.get('retry-after'), draining.json()]).toMatchObject([
      503,
      '2',
      { code: 'stopping' },
    ])
    expect([(await get('/online')).status, (await get('/config')).status]).toEqual([200, 200])
    // Half a head keeps its connection from being closed as idle; the other half comes while the server closes.
    const closing = new Promise<void>((resolve) => other.portico.app.server.once('close', resolve))
    const socket = connectTo(other.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (part) => (heard += part))
    await new Promise((resolve) => socket.write('GET /api/v1/online HTTP/1.1\r\nHost: x\r\n', resolve))
    await get('/online')
    const closed = other.portico.app.close()
    await until(() => !other.portico.app.server.listening)
    socket.write('\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    await Promise.all([closed, closing])
    expect(problemIn(heard)).toMatchObject({ status: 503, code: 'stopping' })
    expect(heard.toLowerCase()).toContain('retry-after: 2')
    await other.close()
  })
})

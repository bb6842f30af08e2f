// T43: what stands in a mail's head, and in a line of the log, when names, addresses and headers try to be more than
// one.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '#server/http/serve.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { raw } from './attacker.ts'
import { addChief } from './cast.ts'
import { headersOf, sent, tails } from './mail-on-the-wire.ts'

let portico: TestPortico
let chief: Awaited<ReturnType<typeof addChief>>
let areaId: string
beforeAll(async () => {
  portico = await startTestPortico()
  chief = await addChief(portico)
  areaId = (await portico.database.query<{ id: string }>(`select id from area where not is_default`))[0]?.id ?? ''
})
afterAll(() => portico.close())

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: { ...chief.bearer, ...headers },
    ...(body === undefined ? {} : { body }),
  })

describe('T43 the head of a mail', () => {
  test('T43 names it has one recipient and the headers of every mail, whatever a person is called', async () => {
    const invite = async (firstName: string) => {
      const name = `n-${randomUUID().slice(0, 12)}`
      const { status } = await call('POST', '/admin/users', {
        userName: name,
        email: `${name}@people.example`,
        firstName,
        lastName: firstName,
        areaId,
        language: 'pt-br',
        sendEmailInvite: true,
      })
      expect([firstName, status]).toEqual([firstName, 200])
      return portico.mailTo(`${name}@people.example`)
    }
    const plain = headersOf((await sent(await invite('Ana'))).head)
    for (const tail of tails) {
      await call('PATCH', `/admin/users/${chief.id}`, { firstName: `Chief${tail}`.slice(0, 200) })
      const mail = await invite(`Ana${tail}`.slice(0, 200))
      const { head, envelope, parsed } = await sent(mail)
      expect([tail, headersOf(head)]).toEqual([tail, plain])
      expect([tail, envelope.to]).toEqual([tail, [mail.to.address]])
      expect([tail, parsed.bcc, parsed.cc, parsed.headers.has('bcc')]).toEqual([tail, undefined, undefined, false])
      expect([tail, [parsed.to].flat().flatMap((to) => to?.value.map(({ address }) => address))]).toEqual([
        tail,
        [mail.to.address],
      ])
      for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
    }
  })

  test('T43 no address, user name or language that would be a header of its own is taken', async () => {
    const right = () => ({
      userName: `n-${randomUUID().slice(0, 12)}`,
      email: `${randomUUID()}@people.example`,
      firstName: 'Ana',
      lastName: 'Ruiz',
      areaId,
      language: 'en',
    })
    for (const tail of [
      '\r\nBcc: thief@evil.example',
      '\nx',
      '\rx',
      '\u0085x',
      '\u2028x',
      ', thief@evil.example',
      '; thief@evil.example',
      '<thief@evil.example>',
      '" x',
      '\0',
      '\t',
    ]) {
      for (const change of [
        { email: `${randomUUID()}@people.example${tail}` },
        { email: `ana${tail}@people.example` },
        { userName: `ana${tail}x` },
        { language: `en${tail}` },
      ]) {
        const { status } = await call('POST', '/admin/users', { ...right(), ...change })
        // A blank at the end is cut off, like everywhere.
        const cutOff = Object.values(change).every((value) => value.trim() !== value)
        expect([change, status]).toEqual([change, cutOff ? 200 : 400])
      }
      await expect(
        sent({
          to: { name: 'x', address: `ana@people.example${tail}` },
          subject: 's',
          text: 't',
          html: 'h',
          language: 'en',
        }),
      ).rejects.toThrow('one plain address')
    }
  })

  test('T43 nobody else is told when somebody asks for a reset under many names at once', async () => {
    const person = await addPerson(portico)
    const before = portico.mails.length
    for (const username of [
      `${person.email}\r\nBcc: thief@evil.example`,
      `${person.email},thief@evil.example`,
      `${person.email};thief@evil.example`,
      `${person.email} thief@evil.example`,
      [person.email, 'thief@evil.example'],
      { 0: person.email },
    ])
      await createBrowser(portico.origin).post('/api/v1/account/resetPassword', { username, language: 'en' })
    await createBrowser(portico.origin).post('/api/v1/account/resetPassword', {
      username: ` ${person.email.toUpperCase()} `,
      language: 'en',
    })
    await portico.mailTo(person.email, before)
    expect(portico.mails.slice(before).map(({ to }) => to.address)).toEqual([person.email])
  })
})

describe('T43 a line of the log', () => {
  /** The server as it is, with a log that can be read and an address that fails. */
  const failing = async () => {
    const lines: string[] = []
    const log = pino(
      { level: 'info' },
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          lines.push(String(chunk))
          done()
        },
      }),
    )
    const app = await createServer({ trustProxy: 1, secure: false, log })
    app.get('/fails/:identityName/:token', () => {
      throw new Error('first\r\n{"level":60,"msg":"forged"}\u001b[31m')
    })
    app.post('/fails/body', () => {
      throw new Error('x')
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    return { lines, app, origin: `http://127.0.0.1:${port}` }
  }

  test('T43 is one record, whatever stands in addresses, headers and errors', async () => {
    const { lines, app, origin } = await failing()
    for (const path of [
      '/fails/a/b',
      '/fails/%0d%0a%7b%22level%22%3a60%7d/b',
      '/fails/%1b%5b31m/%22%7d%0a',
      `/fails/${'x'.repeat(1000)}/b?q=%0a`,
    ]) {
      const before = lines.length
      const { status } = await createBrowser(origin).get(path, {
        'user-agent': 'x"}\u00ff{"a',
        'x-forwarded-for': '1.2.3.4, "}',
        referer: 'a"b',
      })
      expect([path, status]).toEqual([path, 500])
      const written = lines.slice(before)
      expect([path, written.length, written[0]?.split('\n').length]).toEqual([path, 1, 2])
      expect(() => JSON.parse(written[0] ?? '')).not.toThrow()
      expect(/\p{Cc}/u.test((written[0] ?? '').trimEnd())).toBe(false)
    }
    await app.close()
  })

  test('T43 holds no token, password, cookie or link of the call that failed', async () => {
    const { lines, app, origin } = await failing()
    await createBrowser(origin).get('/fails/ana/the-secret-of-a-link?token=the-secret-of-a-link', {
      authorization: 'Bearer the-secret-of-a-link',
      cookie: 'portico_session=the-secret-of-a-link',
      'x-xsrf-token': 'the-secret-of-a-link',
    })
    await createBrowser(origin).post('/fails/body', {
      password: 'the-secret-of-a-link',
      token: 'the-secret-of-a-link',
      nested: { sharedSecret: 'the-secret-of-a-link' },
    })
    expect(lines.length).toBe(2)
    expect(lines.join('')).not.toContain('the-secret')
    expect(lines[0]).toContain('/fails/:identityName/:token')
    await app.close()
  })

  test('T43 an agent of a megabyte is refused, one of 30 KB is kept short, in one line', async () => {
    const person = await addPerson(portico)
    const huge = await raw(
      portico,
      `GET /api/v1/online HTTP/1.1\r\nHost: x\r\nUser-Agent: ${'x'.repeat(1_000_000)}\r\nConnection: close\r\n\r\n`,
    )
    expect(huge === '' || /^HTTP\/1\.1 4\d\d/.test(huge)).toBe(true)
    await createBrowser(portico.origin).post(
      '/api/v1/account/login',
      { userName: person.userName, password: 'Right-Horse-Battery-9' },
      { 'user-agent': `Agent \u00a0${'y'.repeat(20_000)}` },
    )
    const stored = await until(
      async () =>
        (
          await portico.database.query<{ agent: string }>(
            `select user_agent as agent from session where user_id = $1`,
            [person.id],
          )
        )[0],
    )
    expect([stored.agent.length <= 400, stored.agent.startsWith('Agent ')]).toEqual([true, true])
  })

  test('T43 an audit event of a name with line ends stays one entry, and masks what is secret', async () => {
    const typed = `nobody-${randomUUID()}\r\n2026-01-01 forged entry\u001b[2J`
    await createBrowser(portico.origin).post('/api/v1/account/login', {
      userName: typed,
      password: 'x',
      returnUrl: '/\r\nforged',
    })
    const entries = await portico.database.query<{ name: string; all: string }>(
      `select after ->> 'userName' as name, to_jsonb(f)::text as all from audit_event f where after ->> 'userName' like $1`,
      [`${typed.slice(0, 30)}%`],
    )
    expect(entries.length).toBe(1)
    expect(/\p{Cc}/u.test(entries[0]?.name ?? '')).toBe(false)
    await call('POST', `/admin/users/change-password/${chief.id}`, {
      password: 'Never-In-Log-77',
      confirmPassword: 'Never-In-Log-77',
    })
    expect(
      await portico.database.query(`select 1 from audit_event f where to_jsonb(f)::text like '%Never-In-Log%'`),
    ).toEqual([])
  })
})

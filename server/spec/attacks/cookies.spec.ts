// T15: cookies stay with our host, and no secret is kept as it is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { authorize, rightRequest } from './attacker.ts'
import { hold } from './held-session.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

describe('T15 cookies', () => {
  const linesOf = async (site: TestPortico) => {
    const { userName } = await addPerson(site)
    const lines: string[] = []
    const record = async (answer: { headers: Headers }) => void lines.push(...answer.headers.getSetCookie())
    const browser = createBrowser(site.origin)
    await record(await browser.get('/identity/account/login'))
    await record(await authorize(browser, rightRequest(site)))
    await record(
      await browser.post(
        '/api/v1/account/login',
        { userName, password, rememberLogin: true },
        { origin: new URL(site.identityUrl).origin },
      ),
    )
    await record(await authorize(browser, rightRequest(site)))
    await record(await browser.get('/identity/connect/endsession'))
    await record(await browser.get('/api/v1/account/logout'))
    return lines
  }

  test('T15 every cookie stays with our site, and only the XSRF token can be read by a page', async () => {
    const lines = await linesOf(portico)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) {
      expect(line).toMatch(/; samesite=(lax|strict)/i)
      expect(line).not.toMatch(/; domain=/i)
      if (!line.startsWith('XSRF-TOKEN=')) expect(line).toMatch(/; httponly/i)
    }
  })

  test('T15 behind https every cookie is Secure, and those that count are bound to the host by their name', async () => {
    const site = await startTestPortico({ PORTICO_URL: 'https://portal.example' })
    const lines = await linesOf(site)
    for (const line of lines) expect(line).toMatch(/; secure/i)
    for (const name of ['portico_session', 'portico_device']) {
      expect(lines.some((line) => line.startsWith(`__Host-${name}=`))).toBe(true)
      expect(lines.some((line) => line.startsWith(`${name}=`))).toBe(false)
    }
    for (const line of lines.filter((line) => line.startsWith('__Host-'))) expect(line).toMatch(/; path=\/(;|$)/i)
    await site.close()
  })

  test('T15 no cookie and no token stands in the database as it is, nor in an audit event', async () => {
    const session = await hold(portico)
    const secrets = [session.cookie, session.access, session.refresh, session.browser.jar.get('portico_device') ?? '-']
    const tables = await portico.database.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    )
    for (const { name } of tables)
      for (const secret of secrets)
        expect([
          name,
          await portico.database.query(
            `select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, encode(convert_to($1, 'utf8'), 'hex')) > 0`,
            [secret],
          ),
        ]).toEqual([name, []])
  })
})

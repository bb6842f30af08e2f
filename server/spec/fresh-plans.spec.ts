// What a sign-in and a call with a token ask, on tables that were just created. PostgreSQL keeps a plan for as long as
// the connection lives, or until it has counted the rows, a minute later at the earliest: one that reads a small table
// whole goes on reading it whole while thousands sign in.
import pg from 'pg'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addRelyingParty(portico, { name: 'shop' })
})
afterAll(() => portico.close())

/** With every sign-in one row more. */
const growing = ['oidc_payload', 'session', 'session_log', 'audit_event', 'sign_in_failure']

const readsWhole = new RegExp(`Seq Scan on (?:${growing.join('|')})(?:_\\w+)?\\b.*`)

/** The texts that are sent to the database meanwhile. */
const sentDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const given: readonly (readonly unknown[])[] = query.mock.calls
    return [...new Set(given.flatMap(([sent]) => (sent as { readonly text?: string } | undefined)?.text ?? []))]
  } finally {
    query.mockRestore()
  }
}

/** As of a statement that was prepared and asked several times: without its values. */
const planOf = (text: string) =>
  portico.database.withClient(async (session) => {
    const places = new Set(text.match(/\$\d+/g))
    const values = places.size > 0 ? `(${[...places].map(() => 'null').join(', ')})` : ''
    await session.run('set plan_cache_mode = force_generic_plan')
    await session.run(`prepare planned as ${text}`)
    try {
      const lines = await session.query<{ 'QUERY PLAN': string }>(`explain execute planned${values}`)
      return lines.map((line) => line['QUERY PLAN'])
    } finally {
      await session.run('deallocate planned; reset plan_cache_mode')
    }
  })

/** So many that some of them are written together (exchanges.store.ts). */
const renewTogether = async () => {
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => (await shop.signIn(await addPerson(portico))).tokens.refresh_token ?? ''),
  )
  await Promise.all(tokens.map((token) => client.refreshTokenGrant(shop.config, token)))
}

test('what a sign-in, renewals and calls with a token ask reads no table whole that grows with them', async () => {
  const person = await addPerson(portico)
  const texts = await sentDuring(async () => {
    const { tokens } = await shop.signIn(person)
    const renewed = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
    await client.fetchUserInfo(shop.config, renewed.access_token, person.id)
    const { browser, bearer } = await signIn(portico, person)
    const language = await browser.get('/identity/api/v1/profile/language', bearer)
    expect(language.status).toBe(200)
    await renewTogether()
    await expect
      .poll(() => portico.database.query(`select from session_log where user_id = $1`, [person.id]), {
        timeout: 20_000,
      })
      .not.toEqual([])
  })
  const asked = texts.filter((text) => growing.some((table) => text.includes(table)))
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((text) => text.includes('skip locked'))).toHaveLength(1)
  const whole: string[] = []
  for (const text of asked)
    for (const line of await planOf(text)) {
      const [found] = readsWhole.exec(line) ?? []
      if (found) whole.push(`${found} of ${text.slice(0, 200)}`)
    }
  expect(whole).toEqual([])
})

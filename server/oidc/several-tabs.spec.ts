// Applications that are opened at the same moment in one session, as by the tabs that a browser restores.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeIn } from '#server/spec/testing/authorization-requests.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, password } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParties, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

const names = ['shop', 'vault', 'club', 'told'] as const
type Name = (typeof names)[number]

let portico: TestPortico
let parties: Record<Name, RelyingParty>
beforeAll(async () => {
  portico = await startTestPortico()
  parties = await addRelyingParties(portico, { shop: {}, vault: {}, club: {}, told: {} })
})
afterAll(() => portico.close())

const signedIn = async () => {
  const person = await addPerson(portico)
  const browser = createBrowser(portico.origin)
  await browser.post('/api/v1/account/login', { userName: person.userName, password, rememberLogin: false })
  return { person, browser }
}

/** Whose tokens the applications get. */
const openedAtOnce = async (opened: readonly Name[], more: Record<string, string> = {}) => {
  const { person, browser } = await signedIn()
  const begun = await Promise.all(opened.map((name) => parties[name].begin(more)))
  const landed = await Promise.all(begun.map(async (one) => ({ ...one, to: await land(portico, browser, one.url) })))
  const tokens = await Promise.all(landed.map(({ finish, to }) => finish(to)))
  return tokens.map((one) => one.claims()?.sub === person.id)
}

const rounds = [1, 2, 3, 4, 5]

test.each(rounds)('applications in several tabs all get their tokens (%i)', async () => {
  expect(await openedAtOnce(names)).toEqual([true, true, true, true])
})

test.each(rounds)('one application in several tabs gets tokens in each of them (%i)', async () => {
  expect(await openedAtOnce(['shop', 'shop', 'shop', 'shop'])).toEqual([true, true, true, true])
})

test.each(rounds)('so they do where they wish what is unusual (%i)', async () => {
  expect(await openedAtOnce(names, { response_mode: 'query' })).toEqual([true, true, true, true])
})

test('T14 a session that is being ended gives no code', async () => {
  const { person, browser } = await signedIn()
  const { url } = await parties.shop.begin()
  let answer: ReturnType<typeof land> | undefined
  await portico.database.transaction(async (tx) => {
    await tx.execute(`delete from session where user_id = $1`, [person.id])
    answer = land(portico, browser, url)
    await until(
      async () =>
        (
          await portico.database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
    )
  })
  const to = await answer
  expect([to?.pathname, to && codeIn(to)]).toEqual(['/identity/account/login', undefined])
})

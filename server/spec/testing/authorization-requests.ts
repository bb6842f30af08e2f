// Authorization requests, asked both ways: as they are, and with a parameter that makes them the provider's business.
// Status, headers, address, cookies and rows of the database are compared.
import { createHash } from 'node:crypto'
import type { Answer, Browser } from './browser.ts'
import type { TestPortico } from './portico.ts'

export type Authorizing = { readonly browser: Browser; readonly url: URL }

export const withParameters = (url: URL, change: Record<string, string | undefined>) => {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(change))
    if (value === undefined) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
  return changed
}

export const codeIn = ({ searchParams }: URL) => searchParams.get('code') ?? undefined

/** The provider writes a page for whoever does not follow, Portico does not. */
export const isAnsweredBeside = async ({ browser, url }: Authorizing) => {
  const { status, text } = await browser.get(url.href)
  return status === 303 && text === ''
}

type Row = Record<string, unknown> & { payload: Record<string, unknown> }

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const endsAlike = `extract(epoch from expires_on)::int - (payload ->> 'exp')::int between -2 and 2 as "endsAlike"`

const storedPayload = async ({ database }: TestPortico, where: string, value: unknown) => {
  const [row] = await database.query<Row>(
    `select kind, grant_id as "grantId", user_id as "userId", client_id as "clientId", session_uid as "sessionUid",
            consumed_on as "consumedOn", payload, ${endsAlike}
       from oidc_payload where ${where}`,
    [value],
  )
  return row
}

const storedSession = async ({ database }: TestPortico, secret: string | undefined) => {
  const [row] = await database.query<Row>(
    `select uid, user_id as "userId", persistent, payload, ${endsAlike} from session where id = $1`,
    [hashOf(secret ?? '')],
  )
  return row
}

type Held = { readonly sid?: string; readonly grantId?: string }

/** What the session holds for the application. */
const heldFor = (session: Row | undefined, url: URL): Held =>
  (session?.payload['authorizations'] as Record<string, Held> | undefined)?.[url.searchParams.get('client_id') ?? ''] ??
  {}

/** Without the moment. */
const timeless = (row: Row | undefined): Row | undefined => {
  if (!row) return undefined
  const { iat, exp, ...payload } = row.payload
  return { ...row, payload: { ...payload, lasts: Math.round((Number(exp) - Number(iat)) / 5) * 5 } }
}

/** What was made by chance is called new. */
const named = <T>(value: T, made: readonly (string | undefined)[]): T => {
  const replace = (text: string, one: string | undefined, place: number) =>
    one ? text.replaceAll(one, `new ${place}`) : text
  return JSON.parse(made.reduce(replace, JSON.stringify(value))) as T
}

const cookiesOf = ({ headers }: Answer, before: string | undefined) =>
  headers
    .getSetCookie()
    .filter((line) => !/^portico_(interaction|resume)/.test(line))
    .map((line) => {
      const [pair = '', ...attributes] = line.split(';')
      const [name, value] = pair.split('=')
      const entries = attributes.map((attribute) => attribute.trim().toLowerCase().split('=')).toSorted()
      const { expires, ...rest } = Object.fromEntries(entries) as Record<string, unknown>
      return { name, isSame: value === before, expires: expires !== undefined, ...rest }
    })

/** The sealed moment of a request that waits for a sign-in is not compared. */
const waitingIn = ({ searchParams }: URL): Record<string, string | undefined> | undefined => {
  const waiting = searchParams.get('ReturnUrl')
  if (!waiting) return undefined
  const { login_after: sealed = '', ...more } = Object.fromEntries(new URL(waiting, 'http://x').searchParams)
  const [client] = Buffer.from(sealed.split('.')[0] ?? '', 'base64url')
    .toString()
    .split('\n')
  return { ...more, client }
}

const namesIn = ({ hash }: URL) => [...new URLSearchParams(hash.slice(1)).keys()]

const unlike = ['date', 'content-length', 'content-type', 'location', 'set-cookie', 'connection', 'keep-alive']

const sessionCookie = 'portico_session'

const ask = async (portico: TestPortico, { browser, url }: Authorizing, before: Row | undefined) => {
  const had = browser.jar.get(sessionCookie)
  const answer = await browser.get(url.href)
  const location = new URL(answer.headers.get('location') ?? '/none', portico.origin)
  const session = await storedSession(portico, browser.jar.get(sessionCookie))
  const [old, now] = [heldFor(before, url), heldFor(session, url)]
  const code = codeIn(location)
  const made = [code, now.grantId === old.grantId ? undefined : now.grantId, now.sid === old.sid ? undefined : now.sid]
  const { searchParams } = location
  const found = {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !unlike.includes(name))),
    path: location.pathname,
    address: {
      origin: location.origin,
      inFragment: namesIn(location),
      ...Object.fromEntries(searchParams),
      ReturnUrl: null,
    },
    waiting: waitingIn(location),
    page: answer.status === 303 ? undefined : answer.text,
    cookies: cookiesOf(answer, had),
    code: timeless(await storedPayload(portico, 'id = $1', hashOf(code ?? ''))),
    grant: timeless(await storedPayload(portico, `grant_id = $1 and kind = 'Grant'`, now.grantId ?? null)),
    session: session?.['uid'] === before?.['uid'] ? timeless(session) : 'another',
  }
  return named(found, made)
}

/** As if it had not been asked. */
const forget = async ({ database }: TestPortico, before: Row | undefined, kept: readonly string[]) => {
  await database.execute(`update session set payload = $2 where uid = $1`, [before?.['uid'], before?.payload])
  await database.execute(`delete from oidc_payload where session_uid = $1`, [before?.['uid']])
  await database.execute(`delete from oidc_payload where user_id = $1 and kind = 'Grant' and grant_id <> all($2)`, [
    before?.['userId'],
    kept,
  ])
}

const grantsOf = async ({ database }: TestPortico, userId: unknown) =>
  (
    await database.query<{ id: string }>(
      `select grant_id as id from oidc_payload where user_id = $1 and kind = 'Grant'`,
      [userId],
    )
  ).map(({ id }) => id)

/** An unknown parameter is the provider's business, which ignores it. */
export const authorizeBothWays = async (portico: TestPortico, { browser, url }: Authorizing) => {
  const before = await storedSession(portico, browser.jar.get(sessionCookie))
  const [kept, cookies] = [await grantsOf(portico, before?.['userId']), [...browser.jar]]
  const usual = await ask(portico, { browser, url }, before)
  await forget(portico, before, kept)
  browser.jar.clear()
  for (const [name, value] of cookies) browser.jar.set(name, value)
  const provided = await ask(portico, { browser, url: withParameters(url, { unknown: '1' }) }, before)
  return { usual, provided }
}

// T67: no answer, error, export, log or file of the repository holds a secret, a hash of one, or a stack trace.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { accountApi, linkIn } from '#server/spec/testing/account-api.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { password } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { download, partOf } from '#server/spec/testing/workbooks.ts'
import { addChief, type Bearer } from './cast.ts'
import { makeTarget } from './make-target.ts'
import type { Target } from './target.ts'
import { aim, every } from './whole-contract.ts'

const clientSecret = 'Only-The-Application-Knows-This-1'

let portico: TestPortico
let chief: Bearer & { userName: string }
let target: Target
let application: Application
let whenMade: string
let secrets: readonly string[]

beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_LOG_LEVEL: 'debug' })
  const person = await addChief(portico)
  chief = { ...person.bearer, userName: person.userName }
  target = await makeTarget(portico)
  const made = await createBrowser(portico.origin).post(
    '/api/v1/admin/applications',
    {
      ...{ name: 'keeper', displayName: 'Keeper', privateUrl: 'http://localhost:9/', sharedSecret: clientSecret },
      redirectUris: ['http://localhost:9/keeper/callback'],
    },
    person.bearer,
  )
  application = made.json<Application>()
  whenMade = made.text
  const key = await createBrowser(portico.origin).post(
    '/api/v1/keys',
    { name: 'swept', applicationName: 'identity', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    person.bearer,
  )
  const api = accountApi(portico)
  const before = portico.mails.length
  await api.resetPassword(target.person.userName)
  const { token: link } = linkIn(await portico.mailTo(target.person.email, before))
  await api.login(target.person.userName, { typed: 'Guessed-Wrong-Horse-7' })
  secrets = [
    ...[password, 'Guessed-Wrong-Horse-7', clientSecret, key.json<{ token: string }>().token, link],
    ...[person.tokens.access_token, person.tokens.refresh_token, person.tokens.id_token],
    person.browser.jar.get('portico_session'),
    ...(await storedSecrets()),
  ].filter((secret) => secret !== undefined)
})
afterAll(() => portico.close())

/** Hashes, keys and what else is kept of secrets, in each spelling in which it could leave. */
const storedSecrets = async () => {
  const rows = await portico.database.query<{ text: string | null }>(
    `select password_hash as text from portal_user
     union select password_hash from password_history
     union select shared_secret_hash from application
     union select private_jwk ->> 'd' from signing_key
     union select unnest(array[encode(token_hash, 'hex'), encode(token_hash, 'base64')]) from access_token
     union select unnest(array[encode(token_hash, 'hex'), encode(token_hash, 'base64')]) from link_token
     union select unnest(array[encode(value, 'hex'), encode(value, 'base64')]) from secret
     union select unnest(array[encode(id, 'hex'), encode(id, 'base64')]) from session`,
  )
  return rows.flatMap(({ text }) => (text && text.length > 12 ? [text] : []))
}

const trace = /\n\s+at .+:\d+:\d+|node_modules\/|\/server\/(?:features|http|kernel|platform|oidc)\/|file:\/\/\//
/** Which of them stand in a text; the ends of secrets are enough to name them. */
const found = (text: string) => [
  ...secrets.filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 12)),
  ...(trace.exec(text)?.slice(0, 1) ?? []),
]

/** What a sheet holds is packed. */
const textOf = async ({ headers, text, ...answer }: { headers: Headers; text: string; url: string }) => {
  if (!headers.get('content-type')?.includes('spreadsheet')) return text
  const { bytes } = await download(portico, new URL(answer.url).pathname.replace(/^.*\/api\/v1/, ''), chief)
  const parts = ['xl/sharedStrings.xml', ...Array.from({ length: 20 }, (_, at) => `xl/worksheets/sheet${at + 1}.xml`)]
  return parts.map((part) => partOf(bytes, part)).join('\n')
}

const reads = every.filter(({ endpoint }) => endpoint.method === 'GET')

describe('T67 no answer holds a secret, a hash of one or a stack trace', () => {
  test('of whatever is read, by somebody with every role', async () => {
    expect(secrets.length).toBeGreaterThan(15)
    const told: [string, string[]][] = []
    let answered = 0
    let sheets = 0
    for (const named of reads) {
      const answer = await aim(portico, named, { target, as: chief })
      if (answer.status === 200) answered += 1
      if (answer.headers.get('content-type')?.includes('spreadsheet')) sheets += 1
      const inside = found(await textOf(answer))
      if (inside.length > 0) told.push([named.name, inside])
    }
    expect(told).toEqual([])
    expect([answered > 60, sheets > 3]).toEqual([true, true])
  })

  test('of the application whose secret it is: it is shown to nobody again', async () => {
    const read = await createBrowser(portico.origin).get(`/api/v1/admin/applications/${application.id}`, chief)
    expect([read.status, found(read.text), found(whenMade)]).toEqual([200, [], []])
    expect(read.text).not.toContain('$argon2')
  })

  test('of errors: bodies that no endpoint takes, ids that are none, and places that are nowhere', async () => {
    const told: [string, string[]][] = []
    for (const named of every)
      for (const body of [[], { a: '\u0000' }, 'text']) {
        const answer = await aim(portico, named, {
          ...{
            target,
            as: chief,
            query: 'take=x&$filter=password_hash eq 1',
            headers: { 'content-type': 'application/json' },
          },
          body: named.endpoint.method === 'GET' ? undefined : body,
        })
        if (answer.status < 400) continue
        const inside = found(answer.text)
        if (inside.length > 0) told.push([named.name, inside])
      }
    for (const place of [
      '/api/v1/nothing',
      '/identity/connect/token',
      '/identity/api/docs',
      '/identity/../../etc/passwd',
    ]) {
      const inside = found((await createBrowser(portico.origin).post(place, {}, chief)).text)
      if (inside.length > 0) told.push([place, inside])
    }
    expect(told).toEqual([])
  })

  test('of what everybody may read: configuration, keys and discovery', async () => {
    for (const place of [
      '/api/v1/config',
      '/identity/connect/jwks',
      '/identity/.well-known/openid-configuration',
      '/identity/home',
    ]) {
      const { status, text } = await createBrowser(portico.origin).get(place)
      expect([place, status, found(text)]).toEqual([place, 200, []])
      expect(text).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/)
    }
  })
})

test('T67 the log, at its most talkative, holds none', async () => {
  const wrong = 'Guessed-Client-Secret-77'
  for (const secret of [wrong, clientSecret])
    await fetch(`${portico.origin}/identity/connect/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`keeper:${secret}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: secret,
        redirect_uri: 'http://localhost:9/',
      }),
    })
  await until(() => portico.log.some((line) => line.includes('keeper')))
  const text = portico.log.join('')
  expect(text.length).toBeGreaterThan(0)
  expect([...secrets, wrong].filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 12))).toEqual([])
})

test('T67 no file of the repository holds a private key or a token of a known service', () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter((file) => file !== '' && !/\.(?:png|svg|woff2|ico|xlsx)$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  // Each written so that this file does not find itself.
  const secret =
    /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----|gh[pousr]_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[abp]-[0-9A-Za-z-]{20}|sk-[A-Za-z0-9]{40}|npm_[A-Za-z0-9]{36}/
  const told = files.filter((file) => secret.test(readFileSync(path.join(root, file), 'utf8')))
  expect(told).toEqual([])
})

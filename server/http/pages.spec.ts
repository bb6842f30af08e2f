// What a browser receives of the pages: assets in the form it accepts, kept for a year; documents never kept.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { settingsOf } from '#server/settings.ts'
import { compressAssets } from '../../tools/compress-assets.ts'
import { registerPages } from './pages.ts'
import { createServer } from './serve.ts'

const script = 'export const greeting = "Welcome to Portico"\n'.repeat(200)
const font = randomBytes(4000)
const inlined = 'export{}'

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portico-pages-'))
  const files: Record<string, string | Buffer> = {
    'index.html': '<!doctype html><title>Portal</title>',
    'account.html': '<!doctype html><title>Account</title>',
    'assets/app-1a2b3c4d.js': script,
    'assets/geist-1a2b3c4d.woff2': font,
    'assets/tiny-1a2b3c4d.js': inlined,
  }
  await mkdir(path.join(folder, 'assets'))
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content)
  await compressAssets().writeBundle({ dir: folder }, files)
  app = await createServer({ trustProxy: false, secure: false, log: pino({ level: 'silent' }) })
  await registerPages(app, { folder, settings: settingsOf(readConfig({})) })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (
  name: string,
  headers: Record<string, string> = {},
  { method = 'GET' }: { method?: 'GET' | 'HEAD' } = {},
) => app.inject({ method, url: `/identity/assets/${name}`, headers })

const asIs = (bytes: Buffer) => bytes
const readers = { br: brotliDecompressSync, gzip: gunzipSync, none: asIs }

describe('an asset', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['BR;q=1.0, gzip;q=0.8', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', 'none'],
    ['br;q=0, gzip;q=0', 'none'],
    ['identity', 'none'],
    ['zstd, compress', 'none'],
    ['', 'none'],
  ] as const)('is sent to anyone who accepts "%s" as %s, and says that it varies', async (accepted, form) => {
    const { statusCode, headers, rawPayload } = await ask('app-1a2b3c4d.js', { 'accept-encoding': accepted })
    expect(statusCode).toBe(200)
    expect(headers['content-encoding']).toBe(form === 'none' ? undefined : form)
    expect(String(readers[form](rawPayload))).toBe(script)
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(headers['vary']).toBe('accept-encoding')
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('is sent as it is to anyone who says nothing of encodings', async () => {
    const { headers, body } = await ask('app-1a2b3c4d.js')
    expect([headers['content-encoding'], body, headers['vary']]).toEqual([undefined, script, 'accept-encoding'])
  })

  test('has a tag of its own in every form, by which it is not sent again', async () => {
    const tags = new Set<string>()
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await ask('app-1a2b3c4d.js', { 'accept-encoding': accepted })
      const tag = String(headers['etag'])
      tags.add(tag)
      const again = await ask('app-1a2b3c4d.js', { 'accept-encoding': accepted, 'if-none-match': tag })
      expect([accepted, again.statusCode, again.rawPayload.length]).toEqual([accepted, 304, 0])
      expect([again.headers['etag'], again.headers['vary']]).toEqual([tag, 'accept-encoding'])
      expect(again.headers['cache-control']).toContain('immutable')
      const other = await ask('app-1a2b3c4d.js', { 'accept-encoding': accepted, 'if-none-match': '"another"' })
      expect(other.statusCode).toBe(200)
    }
    expect(tags.size).toBe(3)
  })

  test('answers HEAD with the headers of GET, and without a body', async () => {
    const get = await ask('app-1a2b3c4d.js', { 'accept-encoding': 'br' })
    const head = await ask('app-1a2b3c4d.js', { 'accept-encoding': 'br' }, { method: 'HEAD' })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
  })

  test('is sent in parts of the form that was chosen', async () => {
    const whole = await ask('app-1a2b3c4d.js', { 'accept-encoding': 'br' })
    const part = await ask('app-1a2b3c4d.js', { 'accept-encoding': 'br', range: 'bytes=2-9' })
    expect([part.statusCode, part.headers['content-encoding']]).toEqual([206, 'br'])
    expect(part.headers['content-range']).toBe(`bytes 2-9/${whole.rawPayload.length}`)
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(2, 10))
  })

  test.each([
    ['a font', 'geist-1a2b3c4d.woff2', font],
    ['what compression makes no smaller', 'tiny-1a2b3c4d.js', Buffer.from(inlined)],
  ])('is not compressed twice: %s', async (_what, name, content) => {
    const { headers, rawPayload } = await ask(name, { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(rawPayload).toEqual(content)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('that is not there is 404, is kept by no cache, and is no page', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await ask('app-00000000.js', { 'accept-encoding': 'br' }, { method })
      expect([method, statusCode, headers['cache-control']]).toEqual([method, 404, 'no-store'])
      expect(headers['content-type']).toContain('application/problem+json')
      expect(headers['content-encoding']).toBeUndefined()
    }
  })
})

test('R2.1-01 the account pages are those with a name; any other address below them is the portal’s', async () => {
  const body = async (url: string) => (await app.inject({ url })).body.replaceAll(/nonce="[^"]*"/g, '')
  const [portal, account] = [await body('/identity'), await body('/identity/account/login')]
  expect(account).not.toBe(portal)
  for (const name of ['login', 'logout', 'changePassword', 'accessDenied', 'accessdenied'])
    expect([name, await body(`/identity/account/${name}?x=1`)]).toEqual([name, account])
  for (const name of ['', '/', '/anything', '/login/more']) expect(await body(`/identity/account${name}`)).toBe(portal)
})

test.each(['/identity', '/identity/account/login'])(
  'the document %s has a nonce: kept by no cache, and not compressed',
  async (url) => {
    const { statusCode, headers } = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect([statusCode, headers['cache-control'], headers['content-encoding']]).toEqual([200, 'no-store', undefined])
  },
)

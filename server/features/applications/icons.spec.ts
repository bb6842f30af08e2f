// T36: icons that come from outside.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let bearer: Bearer
let id: number
beforeAll(async () => {
  portico = await startTestPortico()
  bearer = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  const body = {
    name: 'with-icon',
    displayName: 'With icon',
    redirectUris: ['https://icon.example/cb'],
    sharedSecret: 'a-secret-of-icons',
  }
  id = (await call<Application>('POST', '', { body })).body.id
})
afterAll(() => portico.close())

const { call, send } = apiCaller(
  () => portico,
  '/admin/applications',
  () => bearer,
)
const icon = async () => {
  const answer = await fetch(`${portico.origin}/api/v1/admin/applications/icon/${id}`)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', size = 64) =>
  sharp({ create: { width: size, height: size / 2, channels: 3, background: '#2b4ae0' } })
    .toFormat(format)
    .toBuffer()

test('R3.5-01 an icon of each kind is taken by PUT and POST, drawn anew, and fetched as before: an image, cached, with its ETag, in a sandbox', async () => {
  const versions = new Set<string | null>()
  for (const [method, name, format] of [
    ['PUT', 'a.png', 'png'],
    ['POST', 'a.JPG', 'jpeg'],
    ['PUT', 'a.jpeg', 'jpeg'],
    ['PUT', 'a.webp', 'webp'],
    ['POST', 'a.gif', 'gif'],
  ] as const) {
    const { status, body } = await send<Application>(method, `/${id}/icon`, {
      name,
      bytes: await picture(format, 64 + 2 * versions.size),
    })
    expect([name, status, body.id]).toEqual([name, 200, id])
    versions.add(body.iconVersion)
    const { answer, bytes } = await icon()
    expect([
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['image/png', 'public, max-age=3600', 'nosniff'])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
    expect(
      (
        await createBrowser(portico.origin).get(`/api/v1/admin/applications/icon/${id}`, {
          'if-none-match': answer.headers.get('etag') ?? '',
        })
      ).status,
    ).toBe(304)
  }
  expect(versions.size).toBeGreaterThan(1)
  expect((await call<Application>('DELETE', `/${id}/icon`)).body.iconVersion).toBeNull()
  expect((await icon()).answer.status).toBe(404)
  const events = await portico.database.query(
    `select 1 from audit_event where subject = $1 and type = 'application.icon-changed'`,
    [String(id)],
  )
  expect(events).toHaveLength(6)
})

test('T36 what is no picture, or hides something, is refused or loses it; the icon of before stays', async () => {
  const good = await picture('png')
  const { iconVersion } = (await send<Application>('PUT', `/${id}/icon`, { name: 'good.png', bytes: good })).body
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  const refused: [string, Uint8Array, number, string][] = [
    ['icon.svg', svg, 400, 'extension-not-allowed'],
    ['icon.png.html', html, 400, 'extension-not-allowed'],
    ['icon.png.svg', good, 400, 'extension-not-allowed'],
    ['png', good, 400, 'extension-not-allowed'],
    ['icon.png', html, 400, 'image-not-readable'],
    ['icon.html.png', html, 400, 'image-not-readable'],
    ['icon.png', svg, 400, 'image-not-readable'],
    ['icon.png', Buffer.alloc(0), 400, 'image-not-readable'],
    ['icon.gif', Buffer.from('GIF89a<script>'), 400, 'image-not-readable'],
    ['icon.png', good.subarray(0, good.length - 20), 400, 'image-not-readable'],
    ['icon.jpg', readFileSync(import.meta.filename), 400, 'image-not-readable'],
    ['icon.png', Buffer.concat([good, Buffer.alloc(2_097_153 - good.length)]), 413, 'two-megabytes-exceeded'],
  ]
  for (const [name, bytes, status, code] of refused)
    expect([name, (await send('PUT', `/${id}/icon`, { name, bytes })).body]).toMatchObject([name, { status, code }])
  expect(
    (
      await send('PUT', `/${id}/icon`, {
        name: 'x.png',
        bytes: Buffer.concat([good, Buffer.alloc(2_097_153 - good.length)]),
      })
    ).body.message,
  ).toContain('2MB limit exceeded')
  expect((await call<Application>('GET', `/${id}`)).body.iconVersion).toBe(iconVersion)
  const atTheLimit = Buffer.concat([good, Buffer.alloc(2_097_152 - good.length, '<script>alert(1)</script>')])
  expect((await send('PUT', `/${id}/icon`, { name: 'limit.png', bytes: atTheLimit })).status).toBe(200)
  expect((await icon()).bytes.includes('script')).toBe(false)
})

test('an icon of nothing, or without a file, is refused', async () => {
  expect((await send('PUT', '/987654/icon', { name: 'a.png', bytes: await picture('png') })).body).toMatchObject({
    status: 404,
    message: 'Application not found',
  })
  expect((await call('PUT', `/${id}/icon`, { body: {} })).body).toMatchObject({ status: 400, code: 'file-missing' })
})

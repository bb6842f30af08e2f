// Pictures of people: R5.6-10, R7.12-02, R7.12-03, R8.6-17, R9-14, T36.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profile.ts'
import { mostPictureBytes } from '#contract/profile-changes.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let person: Person
let bearer: Bearer
beforeAll(async () => {
  portico = await startTestPortico()
  person = await addPerson(portico)
  bearer = (await signIn(portico, person)).bearer
})
afterAll(() => portico.close())

const { call, send } = apiCaller(
  () => portico,
  '/profile',
  () => bearer,
)
const upload = (bytes: Uint8Array, name = 'me.png') => send<Profile>('POST', '/avatar', { name, bytes })
const version = async () => (await call<Profile>('GET', '')).body.avatarVersion

const shown = async (query = '', prefix = '/identity/api/v1') => {
  const hash = createHash('sha256').update(person.email).digest('hex')
  const answer = await fetch(`${portico.origin}${prefix}/avatar/${hash}${query}`)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const plain = (width = 600, height = 300) => sharp({ create: { width, height, channels: 3, background: '#2b4ae0' } })

test('R7.12-02 R7.12-03 R9-14 a picture of each kind is taken, cut to a square, and served small and large, cached, in a sandbox', async () => {
  const versions = new Set<string | null>()
  for (const [name, format] of [
    ['a.png', 'png'],
    ['a.JPG', 'jpeg'],
    ['a.jpeg', 'jpeg'],
    ['a.webp', 'webp'],
    ['a.gif', 'gif'],
  ] as const) {
    const { status, body } = await upload(
      await plain(600 + versions.size)
        .toFormat(format)
        .toBuffer(),
      name,
    )
    expect([name, status, body.id]).toEqual([name, 200, person.id])
    versions.add(body.avatarVersion)
  }
  expect(await version()).toBe([...versions].at(-1))
  for (const [query, side] of [
    ['?s=32', 96],
    ['?s=96', 96],
    ['', 512],
    ['?s=180', 512],
    ['?s=400&v=x', 512],
  ] as const) {
    const { answer, bytes } = await shown(query)
    expect([query, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      query,
      'image/webp',
      'public, max-age=3600',
    ])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect([query, await sharp(bytes).metadata()]).toMatchObject([query, { format: 'webp', width: side, height: side }])
  }
  const { answer } = await shown('', '/api/v1')
  const again = await fetch(answer.url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('R5.6-10 R8.6-17 a picture of 2,097,152 bytes is taken; one byte more is refused in the words of the specification', async () => {
  const png = await plain(64, 64).png().toBuffer()
  // What stands behind the end of a PNG belongs to nothing, and is not kept.
  const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
  expect(mostPictureBytes).toBe(2_097_152)
  expect((await upload(padded(mostPictureBytes))).status).toBe(200)
  const before = await version()
  const refused = await upload(padded(mostPictureBytes + 1))
  expect([refused.status, refused.body.message]).toEqual([413, '2MB limit exceeded'])
  expect(await version()).toBe(before)
})

test('T36 what is no picture, or hides something, is refused; the picture of before stays', async () => {
  const good = await plain().png().toBuffer()
  const { avatarVersion } = (await upload(good)).body
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [name, bytes, code] of [
    ['me.svg', svg, 'extension-not-allowed'],
    ['me.png.svg', good, 'extension-not-allowed'],
    ['me.png', svg, 'image-not-readable'],
    ['me.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image-not-readable'],
    ['me.png', Buffer.alloc(0), 'image-not-readable'],
    ['me.png', good.subarray(0, good.length / 2), 'image-not-readable'],
    ['me.jpg', await plain(5001, 5000).png({ palette: true }).toBuffer(), 'image-not-readable'],
  ] as const) {
    const refused = await upload(bytes, name)
    expect([name, refused.status, refused.body.code]).toEqual([name, 400, code])
  }
  expect(await version()).toBe(avatarVersion)
})

describe('T36 a picture is drawn anew', () => {
  test('without its place and camera, and standing upright', async () => {
    const tall = await plain(300, 600)
      .composite([
        { input: { create: { width: 300, height: 300, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      ])
      .withExif({ IFD0: { Copyright: 'secret-of-the-camera' }, IFD3: { GPSLatitude: '41/1 23/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(tall.toString('latin1')).toContain('secret-of-the-camera')
    expect((await upload(tall, 'me.jpg')).status).toBe(200)
    const { bytes } = await shown('?s=400')
    expect(bytes.toString('latin1')).not.toContain('secret-of-the-camera')
    const drawn = sharp(bytes)
    expect(await drawn.metadata()).not.toHaveProperty('exif')
    // Turned by a quarter, the red upper half is the right one.
    const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
    const red = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 200
    expect([red(20, 256), red(490, 256)]).toEqual([false, true])
  })

  test('of a moving one its first frame, and on white what one could look through', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 64, height: 64, channels: 4, background } })
        .png()
        .toBuffer()
    const moving = await sharp([await frame('#00ff00'), await frame('#ff0000')], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const colourAt = async () => [
      ...(
        await sharp((await shown('?s=400')).bytes)
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]
    expect((await upload(moving, 'me.gif')).status).toBe(200)
    expect((await sharp((await shown('?s=400')).bytes).metadata()).pages).toBeUndefined()
    expect((await colourAt())[1]).toBeGreaterThan(200)
    expect((await upload(await frame('#00000000'))).status).toBe(200)
    expect(Math.min(...(await colourAt()))).toBeGreaterThan(250)
  })
})

test('a picture is removed, once; each change of it is in the log', async () => {
  await upload(await plain().png().toBuffer())
  const removed = await call<Profile>('DELETE', '/avatar')
  expect([removed.status, removed.body.avatarVersion]).toEqual([200, null])
  expect((await shown('?d=404')).answer.status).toBe(404)
  expect((await call<Profile>('DELETE', '/avatar')).status).toBe(200)
  const events = await portico.database.query<{ after: unknown }>(
    `select after from audit_event where subject = $1 and type = 'user.picture-changed' order by id desc limit 2`,
    [person.id],
  )
  expect(events).toMatchObject([{ after: { avatarVersion: null } }, { after: { avatarVersion: expect.any(String) } }])
})

test('R7.12-02 nobody uploads without a bearer token, a cookie alone is none', async () => {
  const { browser } = await signIn(portico, person)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await plain().png().toBuffer())]), 'me.png')
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(cookie).not.toBe('')
  const answer = await fetch(`${portico.origin}/api/v1/profile/avatar`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  })
  expect(answer.status).toBe(401)
})

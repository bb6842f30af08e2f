// The hub's promises: what a person sees, likes and puts in order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HubItem } from '#contract/hub.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'

type HomeInfo = {
  applications: { items: HubItem[]; count: number }
  clientPortalAppId: number | null
  recentFirst: boolean
}

let portico: TestPortico
let mine: TestApplication
let theirs: TestApplication
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_CLIENT_PORTAL: 'theirs' })
  mine = await addApplication(portico, { name: 'mine', descriptions: { es: 'Sobre lo mío', 'pt-br': 'Sobre o meu' } })
  theirs = await addApplication(portico, { name: 'theirs', publicUrl: 'https://www.theirs.example/' })
  await addApplication(portico, { name: 'early', prerelease: true })
  await addApplication(portico, { name: 'off', enabled: false })
  await addApplication(portico, { name: 'unlisted', hidden: true })
  await addApplication(portico, { name: 'mended', status: 'Maintenance' })
})
afterAll(() => portico.close())

const newcomer = async (roles: string[] = []) => {
  const person = await addPerson(portico, { roles })
  await assignRole(portico, { identityId: person.id, roleId: mine.roleId })
  const signedIn = await signIn(portico, person)
  const home = async (headers: Record<string, string> = {}) =>
    (
      await createBrowser(portico.origin).get('/api/v1/admin/applications/homeInfo', { ...signedIn.bearer, ...headers })
    ).json<HomeInfo>()
  const post = (path: string, body: unknown) =>
    createBrowser(portico.origin).post(`/identity/api/v1/admin/applications/${path}`, body, signedIn.bearer)
  const put = (path: string, body: unknown) =>
    createBrowser(portico.origin).request('PUT', `/identity/api/v1/admin/applications/${path}`, {
      body,
      headers: signedIn.bearer,
    })
  return { person, home, post, put, ...signedIn }
}

describe('the list', () => {
  test('R7.4-05 R3.5-02 homeInfo gives any signed-in person the hub items with exactly the promised members', async () => {
    const { applications, clientPortalAppId } = await (await newcomer()).home()
    expect(applications.count).toBe(applications.items.length)
    expect(applications.items.find((item) => item.name === 'mine')).toEqual({
      id: mine.id,
      title: 'mine',
      description: 'About mine',
      name: 'mine',
      publicUrl: null,
      privateUrl: 'http://localhost:9/mine/',
      prerelease: false,
      hasAccess: true,
      isUserFavorite: false,
      // Additive: whether a disclaimer has to be accepted first (R2.5-48).
      disclaimer: false,
    })
    expect(clientPortalAppId).toBe(theirs.id)
  })

  test('R4.6-08 hasAccess is true where a role is effective, and false elsewhere', async () => {
    const { items } = (await (await newcomer()).home()).applications
    expect(items.find((item) => item.name === 'mine')?.hasAccess).toBe(true)
    expect(items.find((item) => item.name === 'theirs')?.hasAccess).toBe(false)
  })

  test('disabled and unlisted applications are not in it; prerelease and maintained ones are, marked', async () => {
    const names = (await (await newcomer()).home()).applications.items.map((item) => [item.name, item.prerelease])
    expect(names).toEqual(
      expect.arrayContaining([
        ['early', true],
        ['mended', false],
      ]),
    )
    expect(names.map(([name]) => name)).not.toEqual(expect.arrayContaining(['off']))
    expect(names.map(([name]) => name)).not.toEqual(expect.arrayContaining(['unlisted']))
  })

  test('R2.4-08 descriptions come in the language of the call, English where there is none', async () => {
    const { home } = await newcomer()
    const text = async (language: string) =>
      (await home({ 'accept-language': language })).applications.items.find((item) => item.name === 'mine')?.description
    expect([await text('es'), await text('pt-BR'), await text('de')]).toEqual([
      'Sobre lo mío',
      'Sobre o meu',
      'About mine',
    ])
  })

  test('the portal’s own application counts the roles of both of its applications', async () => {
    const itemOf = async (roles: string[]) =>
      (await (await newcomer(roles)).home()).applications.items.find((item) => item.id === 1)
    expect((await itemOf(['UserAdministrator']))?.hasAccess).toBe(true)
  })

  test('R7.4-02 info answers for oneself and for administrators, and is 404 for anybody else', async () => {
    const { person, bearer, post, home } = await newcomer()
    const other = await newcomer()
    const administrator = await newcomer(['Administrator'])
    const info = (headers: Record<string, string>) =>
      createBrowser(portico.origin).get(`/identity/api/v1/applications/info/${person.id}`, headers)
    await post('reorder', { Order: [theirs.id, mine.id] })
    await post('favorites', { IsFavorite: true, AppId: mine.id })
    expect(
      (await info(bearer)).json<{ data: { items: HubItem[] } }>().data.items.find((item) => item.name === 'mine')
        ?.hasAccess,
    ).toBe(true)
    const seen = (await info(administrator.bearer)).json<{ data: HomeInfo['applications'] }>().data
    expect(seen).toEqual((await home()).applications)
    expect(seen.items.slice(0, 2)).toMatchObject([
      { name: 'theirs', isUserFavorite: false },
      { name: 'mine', isUserFavorite: true },
    ])
    expect((await info(other.bearer)).status).toBe(404)
  })
})

describe('favourites and order', () => {
  test('R7.4-06 a favourite is stored and removed, for its owner only', async () => {
    const one = await newcomer()
    const two = await newcomer()
    const liked = async ({ home }: typeof one) =>
      (await home()).applications.items.filter((item) => item.isUserFavorite).map((item) => item.name)
    expect((await one.post('favorites', { IsFavorite: true, AppId: mine.id })).json()).toEqual({
      success: true,
      errors: [],
    })
    await one.post('favorites', { IsFavorite: true, AppId: mine.id })
    expect([await liked(one), await liked(two)]).toEqual([['mine'], []])
    await one.post('favorites', { IsFavorite: false, AppId: mine.id })
    expect(await liked(one)).toEqual([])
  })

  test('a favourite of an application that is not there is refused, and leaves nothing', async () => {
    const { post, person } = await newcomer()
    expect((await post('favorites', { IsFavorite: true, AppId: 987_654 })).status).toBe(404)
    expect(
      (await post('favorites', { IsFavorite: 'yes' }))
        .json<{ errors: { field: string }[] }>()
        .errors.map((error) => error.field),
    ).toEqual(['IsFavorite', 'AppId'])
    expect(await portico.database.query(`select 1 from favourite where user_id = $1`, [person.id])).toEqual([])
  })

  test('R7.4-07 R4.6-07 the order is kept; unknown ids are ignored, missing ones go last by title', async () => {
    const { post, home } = await newcomer()
    expect((await post('reorder', { Order: [theirs.id, 987_654, theirs.id, mine.id] })).status).toBe(200)
    const names = (await home()).applications.items.map((item) => item.name)
    expect(names.slice(0, 2)).toEqual(['theirs', 'mine'])
    expect(names.slice(2)).toEqual([...names.slice(2)].sort((a, b) => titleOf(a).localeCompare(titleOf(b))))
  })

  test('what somebody used last comes first once they wish it, before their own order, which stays', async () => {
    const one = await newcomer()
    const two = await newcomer()
    const names = ['theirs', 'early', 'mended', 'mine']
    const order = async ({ home }: typeof one) => {
      const { applications, recentFirst } = await home()
      const items = applications.items.map(({ name }) => name).filter((name) => names.includes(name))
      return { items, recentFirst }
    }
    const ids = new Map((await one.home()).applications.items.map(({ name, id }) => [name, id]))
    await one.post('reorder', { Order: ['mine', 'theirs', 'mended', 'early'].map((name) => ids.get(name)) })
    const used = async (name: string, minutes: number, { person } = one) => {
      const at = new Date(Date.now() - minutes * 60_000)
      await portico.write((tx) =>
        tx.query(
          `insert into session_log (session_uid, application_name, user_id, user_name, started_on, last_activity_on)
           values (gen_random_uuid()::text, $1, $2, '', $3, $3)`,
          [name, person.id, at],
        ),
      )
    }
    await used('early', 5)
    await used('mended', 30)
    await used('early', 600)
    await used('identity', 1)
    await used('theirs', 2, two)
    // By somebody else, as them.
    await used('mine', 3)
    await portico.write((tx) =>
      tx.query(
        `insert into impersonation (session_uid, impersonator_id, user_id, started_on)
         select session_uid, $2, user_id, now() from session_log where user_id = $1 and application_name = 'mine'`,
        [one.person.id, two.person.id],
      ),
    )
    const own = ['mine', 'theirs', 'mended', 'early']
    expect(await order(one)).toEqual({ items: own, recentFirst: false })
    expect((await one.put('recentFirst', { recentFirst: true })).json()).toEqual({ success: true, errors: [] })
    expect(await order(one)).toEqual({ items: ['early', 'mended', 'mine', 'theirs'], recentFirst: true })
    expect((await order(two)).recentFirst).toBe(false)
    await one.put('recentFirst', { recentFirst: false })
    expect(await order(one)).toEqual({ items: own, recentFirst: false })
  })

  test('an application is used by signing in to it', async () => {
    const one = await newcomer()
    await one.put('recentFirst', { recentFirst: true })
    await signIn(portico, one.person, { clientId: 'mine', redirectUri: mine.redirectUri, scope: 'openid' })
    await until(async () => (await one.home()).applications.items[0]?.name === 'mine')
  })

  test('both leave an audit event', async () => {
    const { post, person } = await newcomer()
    await post('favorites', { IsFavorite: true, AppId: mine.id })
    await post('reorder', { Order: [mine.id] })
    const events = await portico.database.query<{ type: string }>(
      `select type from audit_event where subject = $1 and (type like 'favourite.%' or type like 'application-order.%') order by id`,
      [person.id],
    )
    expect(events.map((event) => event.type)).toEqual(['favourite.added', 'application-order.changed'])
  })
})

const titleOf = (name: string) => (name === 'identity' ? 'Identity Management' : name)

describe('icons and status', () => {
  test('R7.4-01 R7.4-04 an icon is an image, cached for an hour, answered 304 when known, and cannot run', async () => {
    await portico.write((tx) =>
      tx.query(
        `insert into application_icon (application_id, media_type, body, etag) values ($1, 'image/svg+xml', $2, 'v1')`,
        [mine.id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ),
    )
    for (const path of [
      `/identity/api/v1/applications/icon/${mine.id}`,
      `/api/v1/admin/applications/icon/${mine.id}`,
    ]) {
      const answer = await createBrowser(portico.origin).get(path)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/svg+xml',
        'public, max-age=3600',
      ])
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(
        (await createBrowser(portico.origin).get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })).status,
      ).toBe(304)
    }
    expect((await createBrowser(portico.origin).get(`/identity/api/v1/applications/icon/${theirs.id}`)).status).toBe(
      404,
    )
  })

  test('a page that shows an initial instead asks without an error: 204, and not kept for long', async () => {
    const icon = (of: { id: number }) =>
      createBrowser(portico.origin).get(`/identity/api/v1/applications/icon/${of.id}?d=blank`)
    const [there, none] = [await icon(mine), await icon(theirs)]
    expect([there.status, there.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect([none.status, none.text, none.headers.get('cache-control')]).toEqual([204, '', 'public, max-age=60'])
  })

  test('R7.4-03 R2.4-24 the status of an application is plain text, whatever the case of its name', async () => {
    const status = (name: string) => createBrowser(portico.origin).get(`/identity/api/v1/applications/status/${name}`)
    expect([(await status('mended')).text, (await status('MINE')).text, (await status('nobody')).status]).toEqual([
      'Maintenance',
      'Running',
      404,
    ])
    expect((await status('mended')).headers.get('content-type')).toMatch(/^text\/plain/)
  })
})

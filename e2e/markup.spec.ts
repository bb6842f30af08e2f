// T35: markup in names, titles and descriptions, looked at in a browser: in the hub, the profile, every screen of the
// administration and the mailbox it stands there as text, and nothing of it runs.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { markup } from '../server/spec/attacks/markup.ts'
import { expect, newestMail, openAs, password, signInAs, test, url } from './portico.ts'

type Api = <T = { id: string }>(method: string, path: string, data?: unknown) => Promise<T>

/** The bearer token that the page itself sends. */
const bearerOf = async (page: Page, open: () => Promise<unknown>) => {
  const authorizedRequest = page.waitForRequest(
    (request) => request.headers()['authorization']?.startsWith('Bearer ') ?? false,
  )
  await open()
  return (await authorizedRequest).headers()['authorization'] ?? ''
}

const apiOf =
  (request: APIRequestContext, authorization: string): Api =>
  async (method, path, data) => {
    const answer = await request.fetch(`${url()}/api/v1${path}`, {
      method,
      headers: { authorization },
      ...(data === undefined ? {} : { data }),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }

/** Nothing opens a dialog, and no element of the markup came into being. */
const expectHarmless = async (page: Page, shown?: string) => {
  if (shown !== undefined) await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
  const planted = await page.evaluate<string[]>(String.raw`
    [...document.querySelectorAll('*')].flatMap(({ tagName, attributes }) =>
      [...attributes].filter(({ name, value }) => /^on/i.test(name) || (/^(xlink:)?href$|^src|action$|^data$/i.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value))).map(({ name }) => tagName + ' ' + name))`)
  expect(planted).toEqual([])
  expect(
    await page.locator('script:not([src]):not([nonce]), marquee, object, embed, base:not([href="/identity/"])').count(),
  ).toBe(0)
}

const listening = (page: Page) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}

/** One of each kind, called `text`; what takes it away again. */
const plant = async (api: Api, text: string) => {
  const short = randomUUID().slice(0, 8)
  const name = `${text.slice(0, 185)} ${short}`
  const area = await api('POST', '/admin/areas', { name })
  const group = await api('POST', '/admin/groups', { name, areaId: area.id, description: text })
  const user = await api('POST', '/admin/users', {
    userName: `markup-${short}`,
    email: `markup-${short}@people.example`,
    firstName: text,
    lastName: text,
    areaId: area.id,
    language: 'en',
    sendEmailInvite: true,
  })
  await api('POST', `/admin/groups/${group.id}/users`, { userId: user.id, permission: 'Owner' })
  const app = await api<{ id: number }>('POST', '/admin/applications', {
    name: `markup-${short}`,
    displayName: name,
    title: name,
    description: text,
    redirectUris: ['http://localhost:9/callback'],
    sharedSecret: `Good-Secret-${randomUUID()}`,
  })
  const role = await api('POST', `/admin/app/${app.id}/roles`, { name, description: text })
  return { short, name, area, group, user, app, role }
}

const clear = async (api: Api, { group, user, app, area }: Awaited<ReturnType<typeof plant>>) => {
  await api('DELETE', `/admin/groups/${group.id}`)
  await api('DELETE', `/admin/users/${user.id}`)
  await api('DELETE', `/admin/applications/${app.id}`)
  await api('DELETE', `/admin/areas/${area.id}`)
}

test('T35 every screen of the administration shows markup as the text that it is', async ({ page, request }) => {
  test.setTimeout(180_000)
  const dialogs = listening(page)
  const api = apiOf(
    request,
    await bearerOf(page, () => openAs(page, 'marta.oliveira', { at: '/identity/admin/areas' })),
  )
  // What would be a link, elements, a way out of an attribute, of a script and of a template, in one.
  const text = `javascript:alert(1)//"><img src=x onerror=alert(1)></script><script>alert(1)</script><svg onload=alert(1)>{{constructor.constructor('alert(1)')()}}`
  const planted = await plant(api, text)
  const { short, group, user, app, role } = planted
  for (const list of ['areas', 'groups', 'users', 'applications']) {
    await page.goto(`${url()}/identity/admin/${list}?q=${short}`)
    await expectHarmless(page, list === 'users' ? `markup-${short}` : short)
  }
  for (const address of [
    `groups/${group.id}`,
    `users/${user.id}`,
    `applications/${app.id}`,
    `applications/${app.id}/roles/${role.id}`,
  ]) {
    await page.goto(`${url()}/identity/admin/${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectHarmless(page)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expectHarmless(page)
    }
  }
  await clear(api, planted)
  expect(dialogs).toEqual([])
})

test('T35 a list of all hundred of them runs none', { tag: '@full' }, async ({ page, request }) => {
  test.setTimeout(180_000)
  const dialogs = listening(page)
  const api = apiOf(
    request,
    await bearerOf(page, () => openAs(page, 'marta.oliveira', { at: '/identity/admin/areas' })),
  )
  const mark = randomUUID().slice(0, 8)
  const made = await Promise.all(
    markup.map((text, index) =>
      api<{ id: string; name: string }>('POST', '/admin/areas', { name: `${text.slice(0, 185)} ${index} ${mark}` }),
    ),
  )
  await page.goto(`${url()}/identity/admin/areas?q=${encodeURIComponent(mark)}`)
  await expect(page.getByText(mark).filter({ visible: true }).first()).toBeVisible()
  await expectHarmless(page)
  for (const [index, { name }] of made.entries()) {
    if (index % 24 !== 0) continue
    // A search for it, in the field and in the address.
    await page.goto(`${url()}/identity/admin/areas?q=${encodeURIComponent(name)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectHarmless(page)
  }
  await Promise.all(made.map(({ id }) => api('DELETE', `/admin/areas/${id}`)))
  expect(dialogs).toEqual([])
})

test('T35 the hub, the profile and the mailbox of somebody with such a name show it, and run nothing', async ({
  page,
  browser,
  request,
}) => {
  const chief = await browser.newPage()
  const api = apiOf(
    request,
    await bearerOf(chief, () => openAs(chief, 'marta.oliveira', { at: '/identity/admin/areas' })),
  )
  const text = '<img src=x onerror=alert(1)>'
  const planted = await plant(api, text)
  const dialogs = listening(page)
  const { text: mail, links } = await newestMail(page, new RegExp(`markup-${planted.short}`))
  expect(mail).toContain(text)
  expect(links.every((link) => link.startsWith(url()) || link.startsWith('mailto:'))).toBe(true)
  const invitation = links.find((link) => link.includes('changePassword')) ?? ''
  const linkQuery = new URL(invitation).searchParams
  const opened = await request.post(`${url()}/api/v1/account/changePassword`, {
    data: { identityName: linkQuery.get('identityName'), token: linkQuery.get('token'), newPassword: password },
  })
  expect(await opened.json()).toMatchObject({ success: true })
  await signInAs(page, `markup-${planted.short}`)
  await expect(page.getByText('Welcome:')).toBeVisible()
  await expectHarmless(page, text)
  await page.goto(`${url()}/identity/profile`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectHarmless(page)
  await clear(api, planted)
  await chief.close()
  expect(dialogs).toEqual([])
})

/** What markup would do, had it become elements: inline, as a handler, as a link, from a data address, by eval. */
const plantedByHand = `(async () => {
  const script = document.createElement('script')
  script.textContent = 'window.planted = "inline"'
  document.body.append(script)
  const inside = document.createElement('div')
  inside.innerHTML = '<img src="/identity/nothing.png" onerror="window.planted = 1"><a href="javascript:window.planted = 2">x</a><svg onload="window.planted = 3"></svg>'
  document.body.append(inside)
  inside.querySelector('a').click()
  const far = document.createElement('script')
  far.src = 'data:text/javascript,window.planted = "data"'
  const over = new Promise((resolve) => { far.onload = far.onerror = resolve })
  document.body.append(far)
  await over
  try { new Function('window.planted = "eval"')() } catch {}
  return window.planted
})()`

test('T35 a script or a handler that somebody plants in the portal is stopped by its policy', async ({ browser }) => {
  const page = await browser.newPage()
  const dialogs = listening(page)
  for (const address of ['/identity/account/login', '/identity/account/accessDenied']) {
    await page.goto(url() + address)
    const ran = await page.evaluate<string | undefined>(plantedByHand)
    expect([address, ran]).toEqual([address, undefined])
  }
  expect(dialogs).toEqual([])
  await page.close()
})

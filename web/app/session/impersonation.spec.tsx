// A God who impersonates somebody: how it begins, what stands over every page meanwhile, and how it ends.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close, inSeconds, open, userKey } from '#web/app/portal.harness.tsx'
import { ana, luca, openUsers, whole } from '#web/features/users/users.harness.tsx'

afterEach(close)

const god = ['God', 'Administrator', 'User']
const enabled = { 'GET /admin/dashboard/identyfyasEnabled': { body: { enabled: true } } }
const link = '/identity/api/v1/account/identifyAs/once'
const begin = {
  [`GET /admin/dashboard/identifyAs/${luca.id}`]: { body: { success: true, errors: [], redirectTo: link } },
}

test('A-77 a God begins on the page of a user, after a question: what was theirs is forgotten, and the browser goes where it was sent', async () => {
  const { button, page, calls, visited } = await openUsers(`/${luca.id}`, { role: god, more: { ...enabled, ...begin } })
  await button('More for Luca Navarro').click()
  await page.getByRole('menuitem', { name: 'Look as this user' }).click()
  const question = page.getByRole('alertdialog', { name: 'Look at the portal as Luca Navarro?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(calls('GET /admin/dashboard/identifyAs')).toHaveLength(0)
  await question.getByRole('button', { name: 'Look as this user' }).click()
  await expect.poll(() => visited).toEqual([link])
  expect(localStorage.getItem(userKey)).toBeNull()
})

test('what the server refuses is said in the question, and nothing is forgotten', async () => {
  const refusal = {
    status: 409,
    body: {
      code: 'identify-as-locked',
      message: 'Nobody acts as somebody who may not sign in',
      messages: [],
      errors: [],
    },
  }
  const { button, page, visited } = await openUsers(`/${luca.id}`, {
    role: god,
    more: { ...enabled, [`GET /admin/dashboard/identifyAs/${luca.id}`]: refusal },
  })
  await button('More for Luca Navarro').click()
  await page.getByRole('menuitem', { name: 'Look as this user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Look as this user' }).click()
  await expect
    .element(page.getByRole('alertdialog').getByRole('alert'))
    .toHaveTextContent('Nobody acts as somebody who may not sign in')
  expect([visited, localStorage.getItem(userKey) === null]).toEqual([[], false])
})

test('it is offered to a God only, and where the installation allows it; never as a God, nor as anyone who may not sign in', async () => {
  const entry = async (options: Parameters<typeof openUsers>[1], who = luca) => {
    const { button, page, sent } = await openUsers(`/${who.id}`, options)
    if (options?.role?.includes('God'))
      await expect.poll(() => sent.some(({ path }) => path === '/admin/dashboard/identyfyasEnabled')).toBe(true)
    await button(`More for ${who.firstName} ${who.lastName}`).click()
    await expect.element(page.getByRole('menuitem', { name: 'Delete user' })).toBeVisible()
    const items = page
      .getByRole('menuitem', { name: /Look as this user/ })
      .elements()
      .map((item) => item.getAttribute('aria-disabled') ?? 'open')
    await close()
    return items
  }
  expect(await entry({ more: enabled })).toEqual([])
  expect(
    await entry({ role: god, more: { 'GET /admin/dashboard/identyfyasEnabled': { body: { enabled: false } } } }),
  ).toEqual([])
  expect(
    await entry({
      role: god,
      more: {
        ...enabled,
        [`GET /admin/users/${luca.id}`]: {
          body: whole(luca, {
            roles: [{ name: 'God', isGlobal: true, applications: [{ title: 'Portal', isGlobal: true }] }],
          }),
        },
      },
    }),
  ).toEqual(['true'])
  expect(await entry({ role: god, more: enabled }, ana)).toEqual(['true'])
  expect(await entry({ role: god, more: enabled })).toEqual(['open'])
})

const impersonated = { act: { sub: 'a-9' }, exp_time: inSeconds(3000) }

test('as whom, and until when, stands over the page; Stop forgets what was theirs, and goes where it ends', async () => {
  const { page, visited } = await open({ who: impersonated })
  const bar = page.getByRole('complementary', { name: 'Looking as somebody else' })
  await expect
    .element(bar)
    .toMatchTextContent(
      /^You are looking as Marta Oliveira\. Nothing can be changed, and the audit log says who looks\. It ends at \d\d:\d\d\.Stop looking$/,
    )
  await bar.getByRole('button', { name: 'Stop looking' }).click()
  await expect.poll(() => visited).toEqual(['/identity/api/v1/account/endIdentifyAs'])
  expect(localStorage.getItem(userKey)).toBeNull()
})

test('a sign-in of one’s own has no such bar', async () => {
  const { page, button } = await open()
  await expect.element(button('Your account: Marta Oliveira')).toBeVisible()
  expect(page.getByRole('complementary', { name: 'Looking as somebody else' }).elements()).toEqual([])
})

test('anyone who looks leaves no trace: no language is stored, and no notification is marked as read', async () => {
  const news = {
    id: '00000000-0000-4000-8000-000000000001',
    type: 'ExportTenants',
    description: 'ready',
    readed: false,
    data: {},
    createdOn: '2026-03-01T10:00:00Z',
    file: null,
  }
  const { button, page, calls } = await open({
    who: impersonated,
    answers: { 'GET /admin/notifications/active': { body: { items: [news], count: 1, unread: 1 } } },
  })
  await button(/^Notifications/).click()
  await expect.element(page.getByText(/1 unread/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button(/^Language/).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect.element(page.getByRole('complementary', { name: 'Ansicht einer anderen Person' })).toBeVisible()
  expect([...calls('PUT /admin/notifications'), ...calls('PUT /profile/language')]).toEqual([])
})

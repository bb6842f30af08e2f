// The frame of the administration: its menu by role, its top bar, its command palette.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { adminScreens } from './admin-screens.ts'
import { type Answers, close, marta, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const area = (name: string) => ({
  id: `00000000-0000-4000-8000-${name.padStart(12, '0')}`,
  name,
  default: false,
  system: false,
})
const answers: Answers = { 'GET /admin/areas': { body: { items: [area('7')], count: 1284 } } }

const entered = async ({
  role,
  at = '/identity/admin',
  language,
}: {
  role: string[]
  at?: string
  language?: 'de'
}) => {
  const harness = await open({ at, who: { role }, answers, ...(language && { language }) })
  const menu = harness.page.getByRole('navigation', { name: language ? 'Menü' : 'Menu' })
  await expect.element(menu).toBeVisible()
  return {
    ...harness,
    menu,
    entries: () =>
      menu
        .getByRole('link')
        .elements()
        .map(({ firstElementChild, textContent }) => (firstElementChild ? textContent.replace(/[\d.,\s]+$/, '') : '')),
  }
}

const screens = adminScreens.flatMap((group) => group.screens)
const rolesOf = (id: string) => screens.find((screen) => screen.id === id)
const menuRows = [
  { row: 'R2.5-04', id: 'home', path: '/admin', roles: ['Administrator', 'UserAdministrator', 'God'], words: 'Home' },
  { row: 'R2.5-05', id: 'users', path: '/admin/users', roles: ['Administrator', 'UserAdministrator'], words: 'Users' },
  {
    row: 'R2.5-06',
    id: 'groups',
    path: '/admin/groups',
    roles: ['Administrator', 'UserAdministrator'],
    words: 'Groups',
  },
  { row: 'R2.5-07', id: 'applications', path: '/admin/applications', roles: ['Administrator'], words: 'Applications' },
  { row: 'R2.5-08', id: 'logs', path: '/admin/logs', roles: ['Administrator'], words: 'Logs' },
  { row: 'R2.5-09', id: 'areas', path: '/admin/areas', roles: ['Administrator'], words: 'Areas' },
  { row: 'R2.5-10', id: 'tenants', path: '/admin/tenants', roles: ['Administrator', 'Manager'], words: 'Tenants' },
  {
    row: 'R2.5-11',
    id: 'permissions',
    path: '/admin/permissions',
    roles: ['Administrator', 'Manager'],
    words: 'Permissions',
  },
  { row: 'R2.5-12', id: 'pats', path: '/admin/pats', roles: ['Administrator'], words: 'Personal Access Tokens' },
  {
    row: 'R2.5-13',
    id: 'twomodeauth',
    path: '/admin/twomodeauth',
    roles: ['Administrator'],
    words: 'MFA Configuration',
  },
  {
    row: 'R2.5-14',
    id: 'securityConfig',
    path: '/admin/securityConfig',
    roles: ['God'],
    words: 'Security Configuration',
  },
  { row: 'R2.5-15', id: 'control-pats', path: '/admin/control-pats', roles: ['God'], words: 'PATS Control' },
]

test.each(menuRows)(
  '$row the entry $words leads to $path for its roles, and is called as the specification says',
  async ({ id, path, roles, words }) => {
    const texts: Record<string, string> = (await import('../../locales/en/admin.json')).default
    expect(rolesOf(id)).toMatchObject({
      path,
      roles: expect.toSatisfy((sent: string[]) => sent.toSorted().join() === roles.toSorted().join()),
    })
    expect(texts[id]).toBe(words)
  },
)

test('R2.5-04 R2.5-05 R2.5-09 R2.5-16 anyone who lacks the role of an entry does not see it; a UserAdministrator has Home, Users and Groups only, God alone no more than what God keeps', async () => {
  const seen: Record<string, readonly (string | null)[]> = {}
  for (const role of ['Administrator', 'UserAdministrator', 'God']) {
    const { entries } = await entered({ role: [role] })
    await expect.poll(entries).toContain('Home')
    seen[role] = entries()
    await close()
  }
  const back = 'Back to my apps'
  expect(seen).toEqual({
    Administrator: [
      'Home',
      'Users',
      'Groups',
      'Areas',
      'Tenants',
      'Applications',
      'Permissions',
      'Personal Access Tokens',
      'MFA Configuration',
      'Rights requests',
      'Logs',
      back,
    ],
    UserAdministrator: ['Home', 'Users', 'Groups', back],
    God: ['Home', 'Security Configuration', 'PATS Control', 'Webhooks', back],
  })
})

test('the entry of an area leads there, is marked, and tells how many there are', async () => {
  const { menu, calls } = await entered({ role: ['Administrator'] })
  await expect.element(menu.getByRole('link', { name: 'Areas 1,284' })).toHaveAttribute('href', '/identity/admin/areas')
  expect(calls('GET /admin/areas')[0]?.path).toBe('/admin/areas?take=0')
  await menu.getByRole('link', { name: /^Areas/ }).click()
  await expect.poll(() => location.pathname).toBe('/identity/admin/areas')
  await expect.element(menu.getByRole('link', { name: /^Areas/ })).toHaveAttribute('aria-current', 'page')
  await expect.element(menu.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
})

test('R2.5-09 an address whose entry one does not have says which role is missing, and asks the server nothing', async () => {
  const { heading, text, calls } = await entered({ role: ['UserAdministrator'], at: '/identity/admin/areas' })
  await expect.element(heading('You may not see this page')).toBeVisible()
  await expect.element(text(/needs the role Administrator/)).toBeVisible()
  expect(calls('GET /admin/areas')).toEqual([])
})

test('R2.5-60 the top bar says where one is, after a link to the start of the administration; the focus stops below it', async () => {
  const { page } = await entered({ role: ['Administrator'], at: '/identity/admin/areas' })
  const breadcrumbs = page.getByRole('navigation', { name: 'You are here' })
  await expect.element(breadcrumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/identity/admin')
  await expect.element(breadcrumbs.getByText('Areas')).toHaveAttribute('aria-current', 'page')
  expect(getComputedStyle(document.documentElement).scrollPaddingTop).toBe('72px')
})

test('at 768 px the menu is behind the hamburger, with the language and the way back', async () => {
  const { page, button } = await entered({ role: ['Administrator'] })
  await page.viewport(768, 900)
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).not.toBeInTheDocument()
  await button('Open menu').click()
  await expect
    .element(page.getByRole('dialog').getByRole('link', { name: 'Back to my apps' }))
    .toHaveAttribute('href', '/identity/home?noredirect')
  await expect.element(button('Language: English')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: /^Areas/ })
    .click()
  await expect.poll(() => location.pathname).toBe('/identity/admin/areas')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Ctrl K opens the palette; arrows walk it, Enter goes there, Escape closes it', async () => {
  const { page } = await entered({ role: ['Administrator'] })
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect.element(box).toHaveFocus()
  await box.fill('home')
  const chosen = () =>
    page
      .getByRole('option', { selected: true })
      .elements()
      .map(({ textContent }) => textContent)
  await expect.poll(chosen).toEqual(['Home'])
  await box.fill('')
  await userEvent.keyboard('{ArrowDown}')
  const second = chosen()
  expect(second).not.toEqual(['Home'])
  expect(box.element().getAttribute('aria-activedescendant')).toBe(
    page.getByRole('option', { selected: true }).element().id,
  )
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(chosen).toEqual(['Close session'])
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
})

test('rule 7 ? lists the keys, but not while one is typing', async () => {
  const { page, dialog } = await entered({ role: ['Administrator'], at: '/identity/admin/areas' })
  await page.getByRole('textbox', { name: 'Search in Areas' }).fill('why')
  await userEvent.keyboard('?')
  expect(dialog('Keyboard').elements()).toHaveLength(0)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('?')
  await expect.element(dialog('Keyboard').getByText('Search or run a command')).toBeVisible()
  await expect
    .element(dialog('Keyboard'))
    .toMatchTextContent(/AltMIn the tree of tenants: move the tenant.*F6To the newest message or the panel/)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Keyboard')).not.toBeInTheDocument()
})

test('the palette finds rows of the lists that the roles may read, and goes to them', async () => {
  const { page, button, calls } = await entered({ role: ['Administrator'] })
  await button('Search or run a command').click()
  await page.getByRole('combobox').fill('7')
  await page.getByRole('combobox').fill('77')
  await expect
    .poll(() => calls('GET /admin/areas?search=').map(({ path }) => path))
    .toEqual(['/admin/areas?search=77&take=5'])
  await page.getByRole('option', { name: '7', exact: true }).click()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/identity\/admin\/areas\?q=7/)
})

test('the palette offers a UserAdministrator no screen and no list of others, and says when nothing matches', async () => {
  const { page, button, text, calls } = await entered({ role: ['UserAdministrator'] })
  await button('Search or run a command').click()
  await page.getByRole('combobox').fill('areas')
  await expect.element(text('Nothing matches “areas”.')).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(0)
  expect(calls('GET /admin/applications?')).toEqual([])
})

test('R2.5-03 the menu speaks the language of its reader', async () => {
  const { entries } = await entered({ role: ['Administrator'], language: 'de' })
  await expect.poll(entries).toEqual(expect.arrayContaining(['Startseite', 'Bereiche']))
})

test('rule 7 the keys are called as on the keyboard of the reader', async () => {
  const { dialog, page } = await entered({ role: ['Administrator'], language: 'de', at: '/identity/admin/areas' })
  await expect.element(page.getByRole('textbox', { name: 'Bereiche durchsuchen' })).toBeVisible()
  await expect.element(page.getByText('Strg K')).toBeVisible()
  await userEvent.keyboard('?')
  for (const name of ['Strg', 'Umschalt', 'Eingabe'])
    await expect.element(dialog('Tastenkürzel').getByText(name, { exact: true })).toBeVisible()
})

const owner = { id: area('31').id, userName: 'marta.oliveira', displayName: 'Marta Oliveira' }
const owned = {
  id: 101,
  name: 'grants',
  displayName: 'Grants Desk',
  owners: [owner],
  userIsOwner: true,
  iconVersion: null,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}
const ownedAnswers: Answers = {
  'GET /admin/applications/owned': { body: { items: [owned], count: 1 } },
  'GET /admin/users': {
    body: {
      items: [
        {
          id: area('32').id,
          userName: 'luca.navarro',
          firstName: 'Luca',
          lastName: 'Navarro',
          email: 'luca@group.example',
          draft: false,
        },
      ],
      count: 1,
    },
  },
  'PUT /admin/applications/101/owners': { body: owned },
}
const openHome = async (role: string[]) => {
  const harness = await open({ at: '/identity/admin', who: { role }, answers: { ...answers, ...ownedAnswers } })
  await expect.element(harness.heading('Welcome, Marta Oliveira')).toBeVisible()
  return harness
}

test('A-69 an owner who administers no applications changes the owners of their own from the start of the administration', async () => {
  const { page, button, dialog, calls } = await openHome(['UserAdministrator'])
  await expect.element(page.getByRole('region', { name: 'Owners of applications' })).toBeVisible()
  await button('Actions for Grants Desk').click()
  await page.getByRole('menuitem', { name: 'Change owners' }).click()
  const owners = dialog('Owners of Grants Desk')
  await owners.getByRole('combobox', { name: 'Add an owner' }).fill('luc')
  await page.getByRole('option', { name: /Luca Navarro/ }).click()
  await expect.element(owners.getByRole('button', { name: 'Remove Luca Navarro' })).toBeVisible()
  await owners.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => calls('PUT').map(({ path, body }) => [path, body]))
    .toEqual([['/admin/applications/101/owners', { owners: [owner.id, area('32').id], modifiedOn: owned.modifiedOn }]])
})

test('A-69 God alone, who may not look through the people, takes an application over', async () => {
  const { page, button, dialog, calls } = await openHome(['God'])
  await button('Actions for Grants Desk').click()
  await page.getByRole('menuitem', { name: 'Change owners' }).click()
  const owners = dialog('Owners of Grants Desk')
  await owners.getByRole('button', { name: 'Add yourself' }).click()
  await owners.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => calls('PUT').map(({ body }) => body))
    .toEqual([{ owners: [owner.id, marta.sub], modifiedOn: owned.modifiedOn }])
  expect(calls('GET /admin/users')).toEqual([])
})

test('A-69 anyone who has the list of applications, or owns none, has no second list of them', async () => {
  const { page, calls } = await openHome(['Administrator'])
  expect(calls('GET /admin/applications/owned')).toEqual([])
  await close()
  const none = await open({
    at: '/identity/admin',
    who: { role: ['UserAdministrator'] },
    answers: { ...answers, 'GET /admin/applications/owned': { body: { items: [], count: 0 } } },
  })
  await expect.poll(() => none.calls('GET /admin/applications/owned').length).toBe(1)
  await expect.element(page.getByRole('region', { name: 'Owners of applications' })).not.toBeInTheDocument()
})

test('the menu entry of the open list keeps its search; from elsewhere it opens the list bare', async () => {
  const { menu, page } = await entered({ role: ['Administrator'], at: '/identity/admin/areas?q=north' })
  const entry = menu.getByRole('link', { name: /^Areas/ })
  await entry.click()
  await expect.element(page.getByRole('textbox', { name: 'Search in Areas' })).toHaveValue('north')
  await expect.element(entry).toHaveAttribute('href', '/identity/admin/areas?q=north')
  await expect.element(menu.getByRole('link', { name: /^Home/ })).toHaveAttribute('href', '/identity/admin')
})

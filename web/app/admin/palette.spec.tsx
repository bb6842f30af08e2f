// The palette does things (rule 32): what is typed as an act opens the question of the page, and what was opened lately
// comes first.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { app, close, home, open } from '#web/app/portal.harness.tsx'
import { clientCache } from '#web/lib/client-cache.ts'
import { desk, everybody, list, luca, openUsers } from '#web/features/users/users.harness.tsx'
import { askedOf } from './palette-acts.ts'

afterEach(close)

const english = { lock: 'lock', unlock: 'unlock', invite: 'invite', group: 'add', to: 'to' }
const german = { lock: 'sperren, sperre', unlock: 'entsperren', invite: 'einladen', group: 'hinzufügen', to: 'zu, zur' }

test.each([
  [english, 'lock marta', { act: 'lock', who: 'marta' }],
  [english, 'UNLOCK  marta weber', { act: 'unlock', who: 'marta weber' }],
  [english, 'add marta to auditors', { act: 'group', who: 'marta', group: 'auditors' }],
  [english, 'add marta', { act: 'group', who: 'marta' }],
  [german, 'marta sperren', { act: 'lock', who: 'marta' }],
  [german, 'sperre marta', { act: 'lock', who: 'marta' }],
  [german, 'marta zur revision hinzufügen', { act: 'group', who: 'marta', group: 'revision' }],
  [english, 'lock', undefined],
  [english, 'locksmith', undefined],
  [english, 'marta (', undefined],
])('rule 32 an act is read as it is written: %#', (words, text, asked) => {
  expect(askedOf(text, words)).toEqual(asked)
})

const titled = (title: string) =>
  page
    .getByRole('group', { name: title, exact: true })
    .getByRole('option')
    .elements()
    .map((one) => one.querySelector(':scope > span:not(.cp-icon)')?.textContent)

const opened = async (at = '') => {
  const portal = await openUsers(at)
  const { page } = portal
  const type = async (text: string) => {
    await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(text)
  }
  return { ...portal, type, offered: titled }
}

test('rule 32 "lock luca" offers those who can be locked, not oneself, and opens the question of the page, once', async () => {
  const { page, type, offered, calls } = await opened()
  await type('lock l')
  await expect.poll(() => offered('Do')).toEqual(['Lock Luca Navarro'])
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'Lock Luca Navarro?' })
  await expect.element(question).toBeVisible()
  expect([location.pathname, location.search]).toEqual([`/identity/admin/users/${luca.id}`, ''])
  expect(calls('GET /account/lock')).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await type('unlock j')
  await expect.poll(() => offered('Do')).toEqual(['Unlock Chloe Schneider', 'Unlock Jonas Gallo'])
  await userEvent.keyboard('{Escape}')
  await type('invite l')
  await expect.poll(() => offered('Do')).toContain('Invite Luca Navarro')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Invite Luca Navarro?' })).toBeVisible()
  expect(calls('POST /admin/users/inviteUser')).toEqual([])
})

test('rule 32 Enter is for what is typed now, never for what was found for an earlier text', async () => {
  const { page, type, offered, answers, calls } = await opened()
  await type('lock l')
  await expect.poll(() => offered('Do')).toEqual(['Lock Luca Navarro'])
  answers['GET /admin/users'] = list()
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('lock nav')
  expect(offered('Do')).toEqual(['Lock Luca Navarro'])
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('lock weber')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('GET /admin/users?').some(({ path }) => path.includes('search=weber'))).toBe(true)
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveValue('lock weber')
  expect(location.pathname).toBe('/identity/admin/users')
})

test('rule 23 after a question that the palette led to, the focus is in the page, not at its body', async () => {
  const { page, type, offered } = await opened()
  await type('lock l')
  await expect.poll(() => offered('Do')).toEqual(['Lock Luca Navarro'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Lock Luca Navarro?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Copy e-mail address' })).toHaveFocus()
})

test('rule 23 where the palette leads, the focus comes along, wherever it was before', async () => {
  const { page, type, heading } = await opened()
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Groups/ })
  await expect.element(entry).toBeVisible()
  entry.element().focus()
  await type('areas')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Areas')).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('rule 32 "add luca to support" opens the dialog with the group chosen; no group of the system is offered', async () => {
  const { page, type, offered } = await opened()
  await type('add luca to support')
  await expect.poll(() => offered('Do')).toContain(`Add Luca Navarro to ${desk.name}`)
  expect(offered('Do').filter((label) => label?.includes(everybody.name))).toEqual([])
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Add Luca Navarro to a group' })
  await expect.element(dialog.getByText(desk.name)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Choose another group' })).toBeVisible()
})

test('rule 32 what was opened lately comes first, each person with their own; every command has its icon', async () => {
  localStorage.setItem(
    'portico.cache.recent:somebody',
    JSON.stringify({ value: [{ path: '/admin/areas/1', title: 'Of another' }], until: Date.now() + 1e6, keep: false }),
  )
  const { page, heading, type, offered } = await opened(`/${luca.id}`)
  await expect.element(heading('Luca Navarro')).toBeVisible()
  // As at the next start of the portal.
  clientCache.clear()
  await type('')
  await expect.poll(() => offered('Recent')).toEqual(['Luca Navarro'])
  const options = page.getByRole('listbox').getByRole('option').elements()
  expect(options[0]?.textContent).toContain('Luca Navarro')
  expect(options.filter((one) => !one.querySelector('.cp-icon :is(svg, img, .avatar)'))).toEqual([])
})

const ownApps = [
  app(2, { title: 'Grants' }),
  app(3, { title: 'Locked', hasAccess: false }),
  app(4, { title: 'Missions', disclaimer: true }),
]

const openOutside = async (at: string, role: string[]) => {
  const portal = await open({ at, who: { role }, answers: { 'GET /admin/applications/homeInfo': home(ownApps) } })
  await expect.element(portal.button('Your account: Marta Oliveira')).toBeVisible()
  await expect.element(portal.text('Wait while redirect...')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  await expect.element(box).toHaveFocus()
  return { ...portal, box }
}

test('rule 32 in the hub the palette has what its reader may: own applications and pages, nothing of the administration', async () => {
  const { visited } = await openOutside('/identity/home?noredirect', ['User'])
  await expect.poll(() => titled('My Apps')).toEqual(['Grants', 'Missions'])
  expect(titled('Profile')).toEqual(['Exercise rights', 'Disclaimers'])
  expect(page.getByRole('group', { name: 'Administration' }).elements()).toEqual([])
  await page.getByRole('option', { name: /^Missions/ }).click()
  await expect.element(page.getByRole('dialog', { name: /Missions/ })).toBeVisible()
  expect(visited).toEqual([])
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  await page.getByRole('combobox').fill('gra')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => visited).toEqual(['https://apps.example/2'])
})

test('rule 32 in the profile it leads an administrator to the screens of the administration', async () => {
  const { box } = await openOutside('/identity/profile', ['Administrator'])
  await expect.poll(() => titled('Administration')).toContain('Users')
  await box.fill('admin')
  await expect.poll(() => titled('Administration')).toContain('Users')
  await box.fill('areas')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe('/identity/admin/areas')
})

test('rule 32 an address with ?act= opens a question at most: whatever it says, nothing is sent', async () => {
  for (const [act, question] of [
    ['lock', 'Lock Luca Navarro?'],
    ['invite', 'Invite Luca Navarro?'],
    ['group&group=' + desk.id, 'Add Luca Navarro to a group'],
    ['unlock', undefined],
    ['remove', undefined],
    ['password', undefined],
  ] as const) {
    const { page: at, sent, heading } = await openUsers(`/${luca.id}?act=${act}`)
    await expect.element(heading('Luca Navarro')).toBeVisible()
    await expect.poll(() => location.search).toBe('')
    if (question) await expect.element(at.getByText(question, { exact: true })).toBeVisible()
    else expect(document.querySelector('dialog[open]')).toBeNull()
    // A lock is a GET; a preview only asks.
    const changing = sent.filter(({ method, path }) => method !== 'GET' || /account\/(un)?lock/.test(path))
    expect(changing.map(({ path }) => path).filter((path) => !path.startsWith('/admin/access/preview'))).toEqual([])
    await close()
  }
})

// An administrator's morning without a mouse: keys alone after the first address, and at every step the focus is on
// something that can be seen.
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expect, openAs, password, type Page, test, url } from './portico.ts'

/** What is wrong with where the focus is; nothing, if it can be seen there. */
const faultOfFocus = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'it is nowhere'
  const { top, left, bottom, right, width, height } = focused.getBoundingClientRect()
  const name = focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40)
  const at = focused.tagName + ' ' + name + ' '
  if (width === 0 || height === 0) return at + 'is not drawn'
  // Of what is larger than the window, its beginning.
  const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, 40) / 2]
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return at + 'is outside of the window'
  const hit = document.elementFromPoint(x, y)
  return hit && (focused.contains(hit) || hit.contains(focused)) ? '' : at + 'is covered'
})()`

const seesFocus = (page: Page) => expect.poll(() => page.evaluate<string>(faultOfFocus)).toBe('')

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
  await seesFocus(page)
}

const type = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await seesFocus(page)
}

/** By Tab, and not too often: each step on the way can be seen, too. */
const tabTo = async (page: Page, target: Locator, { most = 15, key = 'Tab' } = {}) => {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < most; steps += 1) {
    await press(page, key)
    if (await target.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`${String(target)} is more than ${most} Tabs away`)
}

/** Once it can be pressed: until then it is being worked out what it would do. */
const tabAndPress = async (page: Page, target: Locator, way = {}) => {
  await tabTo(page, target, way)
  await expect(target).toBeEnabled()
  await press(page, 'Enter')
}

/** Of what the palette offers the one in that group, walked to by the arrow keys. */
const command = async (page: Page, text: string, { group, name }: { group: string; name: string | RegExp }) => {
  await press(page, 'Control+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await type(page, text)
  const option = page.getByRole('group', { name: group, exact: true }).getByRole('option', { name }).first()
  for (let steps = 0; steps < 10; steps += 1) {
    await expect(option).toBeVisible()
    if ((await option.getAttribute('aria-selected')) === 'true') break
    await press(page, 'ArrowDown')
  }
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
}

/** The newest message is reached by F6, and what it offers is taken back. */
const undo = async (page: Page, said: string | RegExp = 'The change was undone') => {
  const button = page.getByRole('status').getByRole('button', { name: 'Undo' }).last()
  await expect(button).toBeVisible()
  await press(page, 'F6')
  if (!(await button.evaluate((element) => element.matches(':focus')))) await tabTo(page, button, { most: 4 })
  await press(page, 'Enter')
  await expect(page.getByRole('status').getByText(said).first()).toBeVisible()
}

const signIn = async (page: Page, userName: string) => {
  await page.goto(`${url()}/identity/home?noredirect`)
  const account = page.getByRole('button', { name: 'Continue with your account' })
  await expect(account).toBeVisible()
  await tabTo(page, account, { most: 4 })
  await press(page, 'Enter')
  await expect(page.getByLabel('Username or e-mail')).toBeFocused()
  await type(page, userName)
  await press(page, 'Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your applications' })).toBeVisible()
  // A page that was loaded begins at its beginning.
  await page.keyboard.press('Tab')
  await seesFocus(page)
}

test('R2.5-28 R2.5-30 R5.3-01 by keys alone an Administrator signs in, finds somebody, locks and unlocks them, puts them into a group and out, and signs out', async ({
  page,
}) => {
  const name = 'Poppy Gallagher'
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'marta.oliveira')
  await command(page, 'users', { group: 'Administration', name: 'Users' })
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await press(page, '/')
  await type(page, name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await press(page, 'ArrowDown')
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeFocused()
  const menu = page.getByRole('button', { name: `Actions for ${name}` })
  await tabTo(page, menu, { most: 2 })
  await press(page, 'Enter')
  await type(page, 'lo')
  await expect(page.getByRole('menuitem', { name: 'Lock user' })).toBeFocused()
  await press(page, 'Enter')
  const locking = page.getByRole('alertdialog', { name: `Lock ${name}?` })
  await press(page, 'Escape')
  await expect(locking).toHaveCount(0)
  await expect(menu).toBeFocused()
  await press(page, 'Enter')
  await type(page, 'lo')
  await press(page, 'Enter')
  await tabAndPress(page, locking.getByRole('button', { name: 'Lock user' }))
  await expect(page.getByRole('status').getByText(`${name}: locked permanently`)).toBeVisible()
  await expect(menu).toBeFocused()

  await command(page, `unlock ${name}`, { group: 'Do', name: `Unlock ${name}` })
  const unlocking = page.getByRole('alertdialog', { name: `Unlock ${name}?` })
  await tabAndPress(page, unlocking.getByRole('button', { name: 'Unlock user' }))
  await expect(unlocking).toHaveCount(0)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await command(page, `add ${name} to auditors`, { group: 'Do', name: `Add ${name} to Auditors` })
  const adding = page.getByRole('dialog', { name: `Add ${name} to a group` })
  await tabAndPress(page, adding.getByRole('button', { name: 'Add to group' }))
  await expect(adding).toHaveCount(0)
  await undo(page)

  await page.keyboard.press('Control+k')
  await type(page, 'close session')
  await expect(page.getByRole('option', { name: 'Close session' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/identity\/account\//)
})

test('R4.8-01 R4.11-04 R5.3-03 by keys alone a role is given, taken away by Why and back again, a tenant moved, a group made, and the log walked', async ({
  page,
}) => {
  const [somebody, place] = ['Ewan Fairclough', 'Innovation Coimbra']
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at: '/identity/admin' })
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Tab')
  await command(page, place, { group: 'Tenants', name: place })
  await expect(page.getByRole('heading', { name: place, level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('tab', { name: 'General' }))
  await press(page, 'ArrowRight')
  await tabAndPress(page, page.getByRole('button', { name: 'Add member' }), { key: 'Shift+Tab' })
  const adding = page.getByRole('dialog', { name: /^Add a member to / })
  await expect(adding.getByRole('combobox', { name: 'User' })).toBeFocused()
  await type(page, somebody)
  await press(page, 'Enter')
  await expect(adding.getByRole('option', { name: new RegExp(somebody) })).toBeVisible()
  await press(page, 'Enter')
  await tabAndPress(page, adding.getByRole('button', { name: 'Choose roles' }))
  const editor = page.getByRole('dialog', { name: somebody })
  await expect(editor.getByRole('list', { name: 'Applications' })).toBeVisible()
  await press(page, '/')
  await type(page, 'Docs')
  const docs = editor.getByRole('switch', { name: 'Access to Docs' })
  await expect(editor.getByRole('switch', { name: /^Access to/ })).toHaveCount(1)
  await tabTo(page, docs)
  await press(page, 'Space')
  const picker = page.getByRole('dialog', { name: 'Choose roles: Docs' })
  await expect(picker.getByRole('checkbox').first()).toBeFocused()
  await press(page, 'Space')
  await tabAndPress(page, picker.getByRole('button', { name: 'Add 1 role' }))
  await expect(editor.getByText('1 own')).toBeVisible()
  await expect(docs).toBeFocused()
  await press(page, 'Escape', 'Escape')
  await expect(editor).toHaveCount(0)

  await press(page, '/')
  await type(page, somebody)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await press(page, 'ArrowDown')
  await tabAndPress(page, page.getByRole('button', { name: /^Why .* at Innovation Coimbra\?/ }))
  const why = page.getByRole('dialog', { name: `Why does ${somebody} have this role?` })
  await tabAndPress(page, why.getByRole('button', { name: /^Remove now: / }).first())
  const preview = page.getByRole('alertdialog')
  await expect(preview.getByRole('list', { name: 'The change in numbers' })).toBeVisible()
  await tabAndPress(page, preview.getByRole('button', { name: /^Remove/ }))
  await expect(preview).toHaveCount(0)
  const back = page.getByRole('dialog', { name: /^Why does/ })
  await expect(back.getByRole('button', { name: 'Undo' })).toBeFocused()
  await press(page, 'Enter')
  await expect(back.getByRole('region', { name: /^Way 1: / })).toBeVisible()
  await press(page, 'Escape')
  await expect(back).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(`Select ${somebody}`) })).toContainText('Docs')

  const moved = 'Innovation Stuttgart'
  await command(page, moved, { group: 'Tenants', name: moved })
  await expect(page.getByRole('heading', { name: moved, level: 1 })).toBeVisible()
  const under = page.getByRole('navigation', { name: 'Under' })
  const above = await under.innerText()
  await tabTo(page, page.getByRole('treeitem', { name: new RegExp(`^${moved}`) }))
  await press(page, 'Alt+m')
  const choosing = page.getByRole('dialog', { name: `Move ${moved}` })
  await expect(choosing.getByRole('combobox', { name: 'New parent' })).toBeFocused()
  await press(page, 'ArrowDown', 'Enter')
  await tabAndPress(page, choosing.getByRole('button', { name: 'Continue' }))
  const moving = page.getByRole('alertdialog', { name: `Move ${moved}` })
  await expect(moving.getByRole('button', { name: 'Keep it where it is' })).toBeFocused()
  await tabAndPress(page, moving.getByRole('button', { name: /^Move/ }))
  await expect(under).toHaveText(/Under\s*Global/)
  await undo(page, `${moved} is back where it was`)
  await expect.poll(() => under.innerText()).toBe(above)

  await command(page, 'groups', { group: 'Screens', name: 'Groups' })
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()
  const group = `Keys ${randomUUID().slice(0, 6)}`
  await tabAndPress(page, page.getByRole('button', { name: 'New group' }))
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await type(page, group)
  await press(page, 'Tab')
  await type(page, 'IT')
  await tabAndPress(page, page.getByRole('button', { name: 'Create group' }))
  await expect(page.getByRole('heading', { name: group, level: 1 })).toBeVisible()
  await seesFocus(page)

  await command(page, 'logs', { group: 'Screens', name: 'Logs' })
  const system = page.getByRole('tab', { name: 'System Logs' })
  await expect(system).toBeVisible()
  await tabTo(page, page.getByRole('tab', { selected: true }))
  for (let steps = 0; steps < 6 && (await system.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await press(page, 'ArrowRight')
  await expect(page.getByRole('row', { name: /Group: Created/ }).first()).toBeVisible()
  await press(page, '/', 'ArrowDown', 'Enter')
  const entry = page.getByRole('complementary')
  await expect(entry.getByRole('heading').first()).toBeVisible()
  const first = page.url()
  await press(page, 'ArrowDown')
  await expect.poll(() => page.url()).not.toBe(first)
  await press(page, 'ArrowUp')
  await expect.poll(() => page.url()).toBe(first)
  // Back up, where the top bar lies over what was scrolled away.
  await tabTo(page, system, { key: 'Shift+Tab', most: 20 })
})

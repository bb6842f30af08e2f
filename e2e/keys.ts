// A journey without a mouse: what is pressed, and that the focus can be seen after each key.
import type { Locator } from '@playwright/test'
import { expect, type Page } from './portico.ts'

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

export const seesFocus = (page: Page) => expect.poll(() => page.evaluate<string>(faultOfFocus)).toBe('')

export const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
  await seesFocus(page)
}

export const type = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await seesFocus(page)
}

/** By Tab, and not too often: each step on the way can be seen, too. */
export const tabTo = async (page: Page, target: Locator, { most = 15, key = 'Tab' } = {}) => {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < most; steps += 1) {
    await press(page, key)
    if (await target.evaluate((element) => element.matches(':focus'))) return
  }
  throw new Error(`${String(target)} is more than ${most} Tabs away`)
}

/** Once it can be pressed: until then it is being worked out what it would do. */
export const tabAndPress = async (page: Page, target: Locator, way = {}) => {
  await tabTo(page, target, way)
  await expect(target).toBeEnabled()
  await press(page, 'Enter')
}

/** Of what the palette offers the one in that group, walked to by the arrow keys. */
export const command = async (page: Page, text: string, { group, name }: { group: string; name: string | RegExp }) => {
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

/**
 * Takes back what the last message with Undo offers. F6 goes to the newest message, once its module is loaded; a
 * notification may have come after the one with Undo, which is in front of it then.
 */
export const undo = async (page: Page, said: string | RegExp = 'The change was undone') => {
  const button = page.getByRole('status').getByRole('button', { name: 'Undo' }).last()
  await expect(button).toBeVisible()
  const messages = page.locator('.notices')
  await expect(async () => {
    await press(page, 'F6')
    await expect(messages.locator(':focus')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  if (!(await button.evaluate((element) => element.matches(':focus'))))
    await tabTo(page, button, { most: 4, key: 'Shift+Tab' })
  await press(page, 'Enter')
  await expect(page.getByRole('status').getByText(said).first()).toBeVisible()
}

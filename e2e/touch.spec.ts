// The spine of an administrator's morning on a phone: taps alone, the keys only for text in a field that was tapped.
// What is tapped is large enough and wholly in the window, and the page never scrolls sideways.
import type { Locator } from '@playwright/test'
import { expect, openAs, type Page, test } from './portico.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const smallest = 24

/** How large it is for a finger, whose place around what is drawn may be larger. */
const sizeOf = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reach = (dx: number, dy: number) => {
      let far = 0
      while (far < 24 && element.contains(element.ownerDocument.elementFromPoint(x + dx * far, y + dy * far))) far += 1
      return far
    }
    return Math.min(reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1))
  })

const tap = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  // Scrolls to it, and refuses what something else covers.
  await target.click({ trial: true })
  const box = await target.boundingBox()
  expect(await sizeOf(target), String(target)).toBeGreaterThanOrEqual(smallest)
  expect(box?.x, String(target)).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0), String(target)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await target.tap()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}

const typeInto = async (page: Page, field: Locator, text: string) => {
  await tap(page, field)
  await expect(field).toBeFocused()
  await page.keyboard.type(text)
}

test('rule 23 by taps alone on a phone a person is found, locked and let in again, and put into a group and out', async ({
  page,
}) => {
  const name = 'Poppy Pemberton'
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/users' })
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await typeInto(page, page.getByRole('textbox', { name: 'Search in Users' }), name)
  await expect(page.getByRole('row')).toHaveCount(2)
  const menu = page.getByRole('button', { name: `Actions for ${name}` })
  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Lock user' }))
  const locking = page.getByRole('alertdialog', { name: `Lock ${name}?` })
  await tap(page, locking.getByRole('button', { name: 'Lock user' }))
  await expect(page.getByRole('status').getByText(`${name}: locked permanently`)).toBeVisible()
  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Unlock user' }))
  await tap(page, page.getByRole('alertdialog').getByRole('button', { name: 'Unlock user' }))
  await expect(page.getByRole('status').getByText(`${name}: unlocked`)).toBeVisible()

  await tap(page, menu)
  await tap(page, page.getByRole('menuitem', { name: 'Add to group' }))
  const adding = page.getByRole('dialog', { name: `Add ${name} to a group` })
  await typeInto(page, adding.getByRole('combobox', { name: 'Group' }), 'aud')
  await expect(adding.getByRole('option')).toHaveText([/^Auditors/])
  await tap(page, adding.getByRole('option'))
  await tap(page, adding.getByRole('button', { name: 'Add to group' }))
  await expect(adding).toHaveCount(0)
  await tap(page, page.getByRole('status').getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('The change was undone')).toBeVisible()

  await tap(page, page.getByRole('button', { name: 'Menu' }))
  await tap(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Logs' }))
  await tap(page, page.getByRole('tab', { name: 'System Logs' }))
  await tap(page, page.getByRole('row').nth(1).getByRole('button').first())
  const entry = page.getByRole('dialog')
  await expect(entry).toBeVisible()
  await tap(page, entry.getByRole('button', { name: 'Next entry' }))
  await tap(page, entry.getByRole('button', { name: 'Close' }))
  await expect(entry).toHaveCount(0)
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 } })

  test('R4.8-01 rule 23 by taps alone a role is given, taken away by Why and back again, a tenant moved and back', {
    tag: '@full',
  }, async ({ page }) => {
    const [somebody, place, moved] = ['Ewan Winterbourne', 'Innovation Grenoble', 'Innovation Nantes']
    const find = async (name: string) => {
      await typeInto(page, page.getByRole('textbox', { name: 'Search in Tenants' }), name)
      await expect(page.getByText('1–1 of 1')).toBeVisible()
    }
    await openAs(page, 'marta.oliveira', { at: '/identity/admin/tenants' })
    await find(place)
    await tap(page, page.getByRole('link', { name: place }))
    await tap(page, page.getByRole('tab', { name: /^Members/ }))
    await tap(page, page.getByRole('button', { name: 'Add member' }))
    const adding = page.getByRole('dialog', { name: `Add a member to ${place}` })
    await typeInto(page, adding.getByRole('combobox', { name: 'User' }), somebody)
    await tap(page, adding.getByRole('option', { name: new RegExp(somebody) }))
    await tap(page, adding.getByRole('button', { name: 'Choose roles' }))
    const editor = page.getByRole('dialog', { name: somebody })
    // The styles of the page that it was opened from leave its paragraphs alone.
    await expect(editor.locator('.ed-legend')).toHaveCSS('margin-top', '10px')
    await typeInto(page, editor.getByRole('textbox', { name: 'Search application or role' }), 'Docs')
    await tap(page, editor.getByRole('switch', { name: 'Access to Docs' }))
    const picker = page.getByRole('dialog', { name: 'Choose roles: Docs' })
    await tap(page, picker.getByRole('checkbox').first())
    await tap(page, picker.getByRole('button', { name: 'Add 1 role' }))
    await expect(editor.getByText('1 own')).toBeVisible()
    await tap(page, editor.getByRole('button', { name: 'Close' }).last())
    await expect(editor).toHaveCount(0)

    await typeInto(page, page.getByRole('textbox', { name: /^Search in/ }), somebody)
    await expect(page.getByText('1–1 of 1')).toBeVisible()
    await tap(page, page.getByRole('button', { name: new RegExp(`^Why .* at ${place}`) }))
    const why = page.getByRole('dialog', { name: /^Why does/ })
    await tap(page, why.getByRole('button', { name: /^Remove now: / }).first())
    await tap(page, page.getByRole('alertdialog').getByRole('button', { name: /^Remove/ }))
    await tap(page, why.getByRole('button', { name: 'Undo' }))
    await expect(why.getByRole('region', { name: /^Way 1: / })).toBeVisible()
    await tap(page, why.getByRole('button', { name: 'Close' }))

    await tap(page, page.getByRole('button', { name: 'Menu' }))
    await tap(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /^Tenants/ }))
    await tap(page, page.getByRole('button', { name: 'Clear search' }))
    await find(moved)
    await tap(page, page.getByRole('button', { name: `Actions for ${moved}` }))
    await tap(page, page.getByRole('menuitem', { name: 'Move to …' }))
    const choosing = page.getByRole('dialog', { name: `Move ${moved}` })
    await tap(page, choosing.getByRole('combobox', { name: 'New parent' }))
    await tap(page, choosing.getByRole('option').first())
    await tap(page, choosing.getByRole('button', { name: 'Continue' }))
    const moving = page.getByRole('alertdialog', { name: `Move ${moved}` })
    await tap(page, moving.getByRole('button', { name: /^Move/ }))
    await tap(page, page.getByRole('status').getByRole('button', { name: 'Undo' }).last())
    await expect(page.getByText(`${moved} is back where it was`).first()).toBeVisible()
  })
})

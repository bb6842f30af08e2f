// The command palette on the real server (docs/ux.md, rule 32): an act asks on the page, and what was opened comes
// first.
import { expect, signInAs, test } from './portico.ts'

test('Ctrl K locks nobody by itself: it opens the question of the page, and remembers who was looked at', async ({
  page,
}) => {
  await signInAs(page, 'marta.oliveira', { at: '/identity/admin' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  // At once, while its file is on its way.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lock weber')
  await expect(box).toHaveValue('lock weber')
  const act = page.getByRole('option', { name: /^Lock .* Weber/ }).first()
  const name = (await act.textContent())?.match(/^Lock (.* Weber)/)?.[1] ?? ''
  await act.click()
  const question = page.getByRole('alertdialog', { name: `Lock ${name}?` })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Lock user' })).toBeVisible()
  await menu.getByRole('link', { name: /^Areas/ }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(name)
})

test('rule 32 a palette whose file is gone says so in its own place, and can be asked for again; the hub stays', {
  tag: '@full',
}, async ({ page }) => {
  await signInAs(page, 'tobias.krueger')
  const person = page.getByRole('heading', { name: 'Tobias Krüger' })
  await expect(person).toBeVisible()
  // As after a release that took it away, for somebody whose tab was left open.
  const files = '**/assets/command-palette-*'
  await page.route(files, (route) => route.abort())
  // Anyone who is that quick gets the page of errors: what speaks for a part comes ahead of any.
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  const said = page.getByRole('alertdialog', { name: 'Portico was updated' })
  await expect(said).toBeVisible()
  await expect(person).toBeVisible()
  await page.unroute(files)
  await said.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await expect(said).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(person).toBeVisible()
})

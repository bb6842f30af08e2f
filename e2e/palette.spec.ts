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
  await page.keyboard.press('Control+k')
  await box.fill('lock weber')
  const act = page.getByRole('option', { name: /^Lock .* Weber/ }).first()
  const name = (await act.textContent())?.match(/^Lock (.* Weber)/)?.[1] ?? ''
  await act.click()
  const question = page.getByRole('alertdialog', { name: `Lock ${name}?` })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('button', { name: 'Lock user' })).toBeVisible()
  await menu.getByRole('link', { name: /^Areas/ }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(name)
})

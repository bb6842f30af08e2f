// The palette of the hub is loaded when it is called.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { app, close, home, open } from '#web/app/portal.harness.tsx'
import { addTexts } from '#web/lib/i18n.ts'

const loading = vi.hoisted(() => ({ fails: true }))
const missing = 'Failed to fetch dynamically imported module: /identity/assets/command-palette-1a2b3c4d.js'
vi.mock('#web/lib/i18n.ts', async (original) => {
  const real = await original<typeof import('#web/lib/i18n.ts')>()
  return {
    ...real,
    // The palette of the hub loads its texts first, and fails with them.
    addTexts: (name: Parameters<typeof real.addTexts>[0]) =>
      name === 'admin' && loading.fails ? Promise.reject(new TypeError(missing)) : real.addTexts(name),
  }
})

afterEach(close)

test('rule 32 a palette whose file is gone says so in its own place, and can be asked for again; the hub stays', async () => {
  const portal = await open({
    at: '/identity/home?noredirect',
    answers: { 'GET /admin/applications/homeInfo': home([app(2, { title: 'Grants' })]) },
  })
  await expect.element(portal.button('Your account: Marta Oliveira')).toBeVisible()
  await expect.element(portal.text('Wait while redirect...')).not.toBeInTheDocument()
  // It comes ahead of any error.
  await import('#web/ui/part-error.tsx')
  await addTexts('page-error')
  await userEvent.keyboard('{Control>}k{/Control}')
  const said = page.getByRole('alertdialog', { name: 'Portico was updated' })
  await expect.element(said).toBeVisible()
  await expect.element(page.getByText('Grants').first()).toBeInTheDocument()
  loading.fails = false
  await said.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await expect.element(said).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Grants').first()).toBeVisible()
})

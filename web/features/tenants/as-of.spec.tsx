// A tenant's page as of a past day.
import { afterEach, expect, test } from 'vitest'
import { close } from '#web/app/portal.harness.tsx'
import { barcelona, meridian, openTenants, pageOf } from './tenants.harness.tsx'

afterEach(close)

const then = 'Members are shown as of 5 March 2026. Nothing can be changed until you go back to today.'

test('As of: the page says the day, offers nothing that changes, and goes back to today', async () => {
  const place = { id: meridian.id, name: meridian.title }
  const move = { id: 12, at: '2026-03-01T10:00:00Z', by: null, from: place, to: null, undoable: true }
  const { text, button, page } = await openTenants(`${pageOf(barcelona)}?f.asOf=2026-03-05`, {
    more: { 'GET /admin/access/moves': { body: { items: [move], count: 1 } } },
  })
  await expect.element(text(then)).toBeVisible()
  const { backgroundColor } = getComputedStyle(text(then).element().closest('[role=status]')!)
  expect(backgroundColor, 'amber, as in docs/ux.md').toBe('rgb(255, 243, 221)')
  await expect.element(page.getByRole('tab', { name: 'Members', exact: true })).toBeVisible()
  for (const name of ['Move', 'Add member', 'Edit', 'More about Innovation Barcelona'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expect.element(page.getByText(/drag a node/)).not.toBeInTheDocument()
  await expect.element(text('Moved from Meridian Group to the top by the system')).toBeVisible()
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await button('Back to today').click()
  expect(document.activeElement, 'what was pressed goes with the band').toBe(document.querySelector('main'))
  await expect.element(button('Undo')).toBeVisible()
  await expect.element(text(then)).not.toBeInTheDocument()
  for (const name of ['Move', 'Add member', 'Edit', 'More about Innovation Barcelona'])
    await expect.element(button(name)).toBeVisible()
  await expect.element(page.getByText(/drag a node/)).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Members 2' })).toBeVisible()
  expect(location.search).not.toContain('asOf')
})

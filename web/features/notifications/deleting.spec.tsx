// Notifications are deleted, one or all.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { close } from '#web/app/portal.harness.tsx'
import { playSocket } from '#web/lib/realtime.harness.ts'
import { arranged, note } from './notifications.harness.tsx'

beforeEach(playSocket)
afterEach(close)

test('of two that are called alike the second deletion is said, too', async () => {
  const alike = [note(1), note(2, { description: note(1).description })]
  const answers = Object.fromEntries(alike.map(({ id }) => [`DELETE /admin/notifications/${id}`, { body: {} }]))
  const { bell, flyout, stored } = await arranged({ notes: alike, answers })
  await bell.click()
  const said = () => flyout.getByRole('status').element().firstElementChild
  const remove = async (left: Notification[]) => {
    stored.notes = left
    await flyout.getByRole('button', { name: 'Delete: Notification 1' }).first().click()
    await expect.element(flyout.getByRole('heading', { level: 3 })).toHaveLength(left.length)
  }
  await remove(alike.slice(1))
  await expect.poll(said).not.toBeNull()
  const first = said()
  await remove([])
  await expect.poll(() => [said()?.textContent, said() === first]).toEqual(['Deleted: Notification 1', false])
})

test('R7.9-03 one is deleted at once, R7.9-04 all after a question', async () => {
  const { bell, flyout, calls, stored, page, button } = await arranged({
    notes: [note(1), note(2)],
    answers: {
      'DELETE /admin/notifications': { body: {} },
      [`DELETE /admin/notifications/${note(1).id}`]: { body: {} },
    },
  })
  await bell.click()
  stored.notes = [note(2)]
  await flyout.getByRole('button', { name: 'Delete: Notification 1' }).click()
  await expect.element(flyout.getByRole('heading', { name: 'Notification 1' })).not.toBeInTheDocument()
  await expect.element(flyout.getByRole('status')).toHaveTextContent('Deleted: Notification 1')
  await expect.element(flyout.getByRole('button', { name: 'Delete: Notification 2' })).toHaveFocus()
  await flyout.getByRole('button', { name: 'Delete all', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete all notifications?' })
  await expect.element(question.getByText(/1 notification is deleted/)).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  expect(calls('DELETE /admin/notifications')).toHaveLength(1)
  const { color, backgroundColor } = getComputedStyle(question.getByRole('button', { name: 'Delete all' }).element())
  expect(color, 'the verb can be read').not.toBe(backgroundColor)
  stored.notes = []
  await question.getByRole('button', { name: 'Delete all' }).click()
  await expect.poll(() => calls('DELETE /admin/notifications').length).toBe(2)
  await button(/^Notifications/).click()
  await expect.element(flyout.getByText(/No notifications/)).toBeVisible()
})

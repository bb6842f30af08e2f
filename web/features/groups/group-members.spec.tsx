// The members of a group.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close } from '#web/app/portal.harness.tsx'
import { drawn, write } from '#web/ui/render.harness.tsx'
import { desk, everybody, member, luca, list, at, page } from './groups.harness.tsx'

afterEach(close)

test('R5.3-02 R6-17 R9-13 R9-15 A-199 an owner adds a member: a user found on the server, 25 at most, by e-mail, and a permission; both are required', async () => {
  const owned = { ...desk, userIsOwner: true }
  const {
    button,
    dialog,
    text,
    page: screen,
    calls,
    answers: all,
  } = await page(owned, { who: { role: ['UserAdministrator'] }, tab: 'members' })
  await expect
    .poll(() => calls(`GET /admin/groups/${desk.id}/users`)[0]?.path)
    .toBe(`/admin/groups/${desk.id}/users?skip=0&take=10&orderBy=userName+asc`)
  all['GET /admin/users'] = list(luca)
  all[`POST /admin/groups/${desk.id}/users`] = { body: member({ userId: luca.id, displayName: 'Luca Navarro' }) }
  await button('Add member').click()
  const addDialog = dialog('Add member to Support desk')
  await addDialog.getByRole('button', { name: 'Add member' }).click()
  await expect.element(text('Please select a user')).toBeVisible()
  await expect.element(text('Please select a permission')).toBeVisible()
  const search = screen.getByRole('combobox', { name: 'User', exact: true })
  await search.fill('luc')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('option', { name: /Luca Navarro/ })).toBeVisible()
  expect(calls('GET /admin/users?').at(-1)?.path).toBe('/admin/users?search=luc&take=25&orderBy=email')
  await userEvent.keyboard('{Enter}')
  await expect.element(text('luca.navarro · luca@people.example')).toBeVisible()
  await screen.getByRole('radio', { name: /Owner/ }).click()
  await addDialog.getByRole('button', { name: 'Add member' }).click()
  await expect.element(text('Luca Navarro added')).toBeVisible()
  expect(calls(`POST /admin/groups/${desk.id}/users`).map(({ body }) => body)).toEqual([
    { userId: luca.id, permission: 'Owner' },
  ])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'joinGroup',
    groupId: desk.id,
    userId: luca.id,
  })
})

test('R9-10 a new member is searched a second after the last letter', async () => {
  const { button, page: screen, calls, answers: all } = await page(desk, { tab: 'members' })
  all['GET /admin/users'] = list(luca)
  await button('Add member').click()
  const search = screen.getByRole('combobox', { name: 'User', exact: true })
  await expect.element(search).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(search, 'luc')
  await vi.advanceTimersByTimeAsync(999)
  await drawn()
  expect(calls('GET /admin/users?search')).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(screen.getByRole('option', { name: /Luca Navarro/ })).toBeVisible()
})

test('R6-17 a member becomes an owner and is taken out, after a question that names both', async () => {
  const { button, text, page: screen, calls, answers: all } = await page(desk, { tab: 'members' })
  all[`POST /admin/groups/${desk.id}/users`] = { body: member({ permission: 'Owner' }) }
  all[`DELETE /admin/groups/${desk.id}/users/${member({}).userId}`] = { body: {} }
  await button('Actions for Ana Ruiz').click()
  await screen.getByRole('menuitem', { name: 'Make owner' }).click()
  await expect.element(text('Ana Ruiz is an owner now')).toBeVisible()
  expect(calls(`POST /admin/groups/${desk.id}/users`).at(-1)?.body).toEqual({
    userId: member({}).userId,
    permission: 'Owner',
  })
  await button('Actions for Ana Ruiz').click()
  await screen.getByRole('menuitem', { name: 'Remove from group' }).click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Remove Ana Ruiz from Support desk?' })).toBeVisible()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove from group' }).click()
  await expect.poll(() => calls(`DELETE /admin/groups/${desk.id}/users/`)).toHaveLength(1)
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'leaveGroup',
    groupId: desk.id,
    userId: member({}).userId,
  })
})

test('before members leave, or a group goes, it is shown what that takes from whom', async () => {
  const harness = await page(desk, { tab: 'members' })
  for (const name of ['Ana Ruiz', 'Ivo Berg'])
    await harness.page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await harness.button('Remove from group').click()
  await expect
    .element(harness.page.getByRole('alertdialog').getByRole('button', { name: 'Remove from group' }))
    .toBeEnabled()
  const leaving = ['b1', 'b2'].map((end) => ({
    kind: 'leaveGroup',
    groupId: desk.id,
    userId: `00000000-0000-4000-8000-0000000000${end}`,
  }))
  expect(harness.calls('POST /admin/access/preview').map(({ body }) => body)).toEqual([
    { kind: 'several', changes: leaving },
  ])
  await close()
  const { button, page: screen, calls, answers: all } = await at()
  all[`DELETE /admin/groups/${desk.id}`] = { body: {} }
  await button('Actions for Support desk').click()
  await screen.getByRole('menuitem', { name: 'Delete' }).click()
  await screen
    .getByRole('alertdialog', { name: 'Delete Support desk?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect.poll(() => calls(`DELETE /admin/groups/${desk.id}`)).toHaveLength(1)
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'deleteGroup', groupId: desk.id })
})

test('A-90 an automated group shows its badge, keeps its name and area, and takes no members by hand', async () => {
  const { text, page: screen, button } = await page(everybody)
  await expect.element(text('Automated')).toBeVisible()
  await expect.element(screen.getByLabelText('Name *')).toHaveAttribute('readonly')
  await expect.element(screen.getByLabelText('Area *')).toBeDisabled()
  await expect.element(screen.getByLabelText('Description')).not.toHaveAttribute('readonly')
  await screen.getByRole('tab', { name: 'Members' }).click()
  await expect.element(text('Ana Ruiz')).toBeVisible()
  await expect.element(button('Add member')).not.toBeInTheDocument()
  await expect.element(button('Bulk upload')).not.toBeInTheDocument()
})

const undone = 'The change was undone'

test('rule 18 who was taken out of a group, added or made an owner, is so no more at a press of Undo', async () => {
  const { button, text, page: screen, calls, answers: all } = await page(desk, { tab: 'members' })
  const [members, ana] = [`/admin/groups/${desk.id}/users`, member({})]
  all[`POST ${members}`] = { body: ana }
  all[`DELETE ${members}/${ana.userId}`] = { body: {} }
  const puts = () => calls(`POST ${members}`).map(({ body }) => body)
  await button('Actions for Ana Ruiz').click()
  await screen.getByRole('menuitem', { name: 'Remove from group' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove from group' }).click()
  await expect.element(text('Ana Ruiz is no longer in Support desk')).toBeVisible()
  await button('Undo').click()
  await expect.poll(puts).toEqual([{ userId: ana.userId, permission: 'Reader' }])
  await button('Actions for Ana Ruiz').click()
  await screen.getByRole('menuitem', { name: 'Make owner' }).click()
  await expect.element(text('Ana Ruiz is an owner now')).toBeVisible()
  await button('Undo').click()
  await expect.element(text(undone)).toBeVisible()
  expect(
    puts()
      .slice(1)
      .map((body) => (body as { permission: string }).permission),
  ).toEqual(['Owner', 'Reader'])
})

test('rule 18 members who were taken out together join again as what they were', async () => {
  const { button, page: screen, calls, answers: all, text } = await page(desk, { tab: 'members' })
  const members = `/admin/groups/${desk.id}/users`
  const [ana, ivo] = ['b1', 'b2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`)
  for (const id of [ana, ivo]) all[`DELETE ${members}/${id}`] = { body: {} }
  all[`POST ${members}`] = { body: member({}) }
  for (const name of ['Ana Ruiz', 'Ivo Berg']) await screen.getByRole('checkbox', { name: `Select ${name}` }).click()
  await button('Remove from group').click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove from group' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await button('Undo').click()
  await expect.element(text('2 restored')).toBeVisible()
  expect(calls(`POST ${members}`).map(({ body }) => body)).toEqual([
    { userId: ana, permission: 'Reader' },
    { userId: ivo, permission: 'Owner' },
  ])
})

test('rule 18 who was added leaves again; who was in the group before is again what they were', async () => {
  const { button, dialog, page: screen, calls, answers: all, text } = await page(desk, { tab: 'members' })
  const members = `/admin/groups/${desk.id}/users`
  const added = member({ userId: luca.id, displayName: 'Luca Navarro', permission: 'Owner' })
  all['GET /admin/users'] = list(luca)
  all[`POST ${members}`] = { body: added }
  all[`DELETE ${members}/${luca.id}`] = { body: {} }
  const add = async () => {
    await button('Add member').click()
    await screen.getByRole('combobox', { name: 'User', exact: true }).fill('luc')
    await screen.getByRole('option', { name: /Luca Navarro/ }).click()
    await screen.getByRole('radio', { name: /Owner/ }).click()
    await dialog('Add member to Support desk').getByRole('button', { name: 'Add member' }).click()
    await button('Undo').click()
  }
  await add()
  await expect.poll(() => calls(`DELETE ${members}/${luca.id}`)).toHaveLength(1)
  all[`GET ${members}`] = list({ ...added, permission: 'Reader' })
  await expect.element(text(undone)).toBeVisible()
  await add()
  await expect
    .poll(() => calls(`POST ${members}`).map(({ body }) => (body as { permission: string }).permission))
    .toEqual(['Owner', 'Owner', 'Reader'])
  expect(calls(`DELETE ${members}/${luca.id}`)).toHaveLength(1)
})

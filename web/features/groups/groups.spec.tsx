import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { GroupMember } from '#contract/group-members.ts'
import type { Group } from '#contract/groups.ts'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const spain = { id: '00000000-0000-4000-8000-0000000000a1', name: 'Spain', default: false, system: false }
const desk: Group = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Support desk',
  description: 'First line for all users',
  areaId: spain.id,
  areaName: 'Spain',
  automated: false,
  createBy: 'nuria.puig',
  createOn: '2026-03-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 2,
  modifiedOn: '2026-09-01T08:00:00.000Z',
}
const everybody: Group = {
  ...desk,
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Users',
  description: null,
  automated: true,
  memberCount: null,
}
const member = (change: Partial<GroupMember>): GroupMember => ({
  userId: '00000000-0000-4000-8000-0000000000b1',
  userName: 'ana.ruiz',
  groupId: desk.id,
  groupName: desk.name,
  permission: 'Reader',
  displayName: 'Ana Ruiz',
  email: 'ana@people.example',
  areaName: 'Spain',
  locked: false,
  draft: false,
  ...change,
})
const luca = {
  id: '00000000-0000-4000-8000-0000000000b3',
  userName: 'luca.navarro',
  firstName: 'Luca',
  lastName: 'Navarro',
  email: 'luca@people.example',
  areaName: 'Spain',
  locked: false,
  lockState: 'None',
  draft: false,
  validateScopes: false,
  modifiedOn: '2026-03-01T10:00:00Z',
}

const list = (...items: object[]) => ({ body: { items, count: items.length } })
const answers = (group = desk) => ({
  'GET /admin/groups': list(desk, everybody),
  'GET /admin/areas': list(spain),
  [`GET /admin/groups/${group.id}`]: { body: group },
  [`GET /admin/groups/${group.id}/users`]: list(
    member({}),
    member({
      userId: '00000000-0000-4000-8000-0000000000b2',
      userName: 'ivo.berg',
      displayName: 'Ivo Berg',
      permission: 'Owner',
    }),
  ),
  [`GET /admin/groups/${group.id}/tenants`]: list({
    id: desk.id,
    title: 'Grupo Ferrer',
    areaName: null,
    isInheritable: true,
    roleCount: 2,
    roles: ['Buyer', 'Seller'],
  }),
})
const administrator = { role: ['Administrator', 'User'] }
const at = (
  path = '',
  { who = administrator, more = {}, group = desk }: { who?: object; more?: object; group?: Group } = {},
) => open({ at: `/identity/admin/groups${path}`, who, answers: { ...answers(group), ...more } })
const page = (group: Group, given: { who?: object; more?: object; tab?: string } = {}) =>
  at(`/${group.id}${given.tab ? `?tab=${given.tab}` : ''}`, { ...given, group })

test('R2.5-38 the groups are listed by name, filtered by area; what the system keeps has its badge and is not deleted', async () => {
  const { link, calls, page: screen, button, text } = await at()
  await expect.element(link('Support desk')).toHaveAttribute('href', `/identity/admin/groups/${desk.id}`)
  await expect.element(text('Automated')).toBeVisible()
  expect(calls('GET /admin/groups?').some(({ path }) => path.includes('orderBy=name+asc'))).toBe(true)
  await screen.getByRole('combobox', { name: 'Area', exact: true }).selectOptions('Spain')
  await expect.poll(() => calls('GET /admin/groups?').at(-1)?.path).toContain(`area=${spain.id}`)
  await button('Actions for Users').click()
  await expect.element(screen.getByRole('menuitem', { name: /Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('The system keeps this group: it cannot be deleted.')).toBeVisible()
})

test('a group that is deleted is offered back', async () => {
  const {
    calls,
    page: screen,
    button,
    text,
    answers: all,
  } = await at('', {
    more: {
      [`DELETE /admin/groups/${desk.id}`]: { body: {} },
      [`POST /admin/access/undo/removal/${desk.id}`]: { body: { success: true, errors: [] } },
    },
  })
  await button('Actions for Support desk').click()
  await screen.getByRole('menuitem', { name: /Delete/ }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(Object.keys(all)).toContain(`DELETE /admin/groups/${desk.id}`)
  await button('Undo').click()
  await expect.element(text('1 restored')).toBeVisible()
  expect(calls('POST /admin/access/undo/').map(({ path }) => path)).toEqual([`/admin/access/undo/removal/${desk.id}`])
})

test('R5.3-03 R5.7-01 a new group needs a name and an area, says what the server does not take under its field, and opens', async () => {
  const {
    button,
    dialog,
    text,
    calls,
    answers: all,
    heading,
    page: screen,
  } = await at('', {
    more: {
      'POST /admin/groups': {
        status: 409,
        body: {
          code: 'group-name-taken',
          message: 'taken',
          errors: [{ field: 'name', message: 'taken', code: 'group-name-taken', data: { name: 'Support desk' } }],
        },
      },
    },
  })
  await button('New group').click()
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(text('Please input a name')).toBeVisible()
  await expect.element(text('Please select an area')).toBeVisible()
  const name = screen.getByLabelText('Name *')
  await expect.element(name).toHaveFocus()
  await name.fill(' Support desk ')
  await screen.getByLabelText('Area *').selectOptions('Spain')
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(text("There's already a group named Support desk")).toBeVisible()
  await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  all['POST /admin/groups'] = { body: desk }
  await name.fill('Support desk 2')
  await dialog('New group').getByRole('button', { name: 'Create group' }).click()
  await expect.element(heading('Support desk')).toBeVisible()
  expect(calls('POST /admin/groups').at(-1)?.body).toEqual({
    name: 'Support desk 2',
    areaId: spain.id,
    description: null,
  })
  expect(location.search).toBe('?tab=members')
})

test('R6-18 a UserAdministrator reads groups, without New group, saving or deleting', async () => {
  const who = { role: ['UserAdministrator'] }
  const { link, button, page: screen } = await at('', { who })
  await expect.element(link('Support desk')).toBeVisible()
  await expect.element(button('New group')).not.toBeInTheDocument()
  await link('Support desk').click()
  await expect.element(screen.getByLabelText('Name *')).toHaveAttribute('readonly')
  await expect.element(button('Save changes')).not.toBeInTheDocument()
  await screen.getByRole('tab', { name: /Members/ }).click()
  await expect.element(screen.getByText('Ivo Berg')).toBeVisible()
  await expect.element(button('Add member')).not.toBeInTheDocument()
})

test('R2.5-39 a group shows its general properties, its members and its tenants, in tabs that stay in the address', async () => {
  const { heading, text, page: screen } = await page(desk)
  await expect.element(heading('Support desk')).toBeVisible()
  await expect.element(screen.getByLabelText('Name *')).toHaveValue('Support desk')
  await expect.element(text('nuria.puig')).toBeVisible()
  await expect.element(text('01-03-2026')).toBeVisible()
  await screen.getByRole('tab', { name: 'General' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: /Members/ })).toHaveFocus()
  await expect.element(text('Ana Ruiz')).toBeVisible()
  expect(location.search).toBe('?tab=members')
  await userEvent.keyboard('{End}')
  await expect.element(text('Grupo Ferrer')).toBeVisible()
  await expect.element(text('Seller')).toBeVisible()
})

test('an Administrator saves what was changed; leaving with unsaved words asks first', async () => {
  const { text, page: screen, button, link, calls, answers: all, heading } = await page(desk)
  await screen.getByLabelText('Description').fill('Second line')
  await expect.element(text('1 change not saved: Description')).toBeVisible()
  await link('Back').click()
  await expect.element(screen.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await button('Keep editing').click()
  await expect.element(heading('Support desk')).toBeVisible()
  all[`PUT /admin/groups/${desk.id}`] = ({ body }) => {
    all[`GET /admin/groups/${desk.id}`] = { body: { ...desk, ...(body as object) } }
    return { body: { ...desk, ...(body as object) } }
  }
  await button('Save changes').click()
  await expect.element(text('Support desk saved')).toBeVisible()
  expect(calls('PUT /admin/groups/').at(-1)?.body).toEqual({
    name: 'Support desk',
    areaId: spain.id,
    description: 'Second line',
    modifiedOn: desk.modifiedOn,
  })
  await expect.element(button('Save changes')).toBeDisabled()
})

test('T82 whoever saves a group later keeps what was typed, learns who was faster and when, and saves on top of it', async () => {
  const { text, page: screen, button, calls, answers: all } = await page(desk)
  const theirs = { ...desk, name: 'Service desk', modifiedOn: '2026-11-22T04:10:00.000Z' }
  const put = `PUT /admin/groups/${desk.id}`
  all[put] = () => {
    all[`GET /admin/groups/${desk.id}`] = { body: theirs }
    const changed = { by: 'Bea Sol', on: theirs.modifiedOn }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'Bea Sol changed this', changed } }
  }
  await screen.getByLabelText('Description').fill('Second line')
  await button('Save changes').click()
  await expect.element(text(/^Bea Sol changed this on Nov 22, 2026/)).toBeVisible()
  await expect.element(text(/^Changed there: Name\. What you typed is kept/)).toBeVisible()
  await expect.element(screen.getByLabelText('Description')).toHaveValue('Second line')
  await button('Load the newer state').click()
  await expect.element(screen.getByLabelText('Name *')).toHaveValue('Service desk')
  all[put] = { body: { ...theirs, description: 'Second line' } }
  await button('Save changes').click()
  await expect.element(text('Service desk saved')).toBeVisible()
  const sent = { name: 'Service desk', areaId: spain.id, description: 'Second line', modifiedOn: theirs.modifiedOn }
  expect(calls(put).at(-1)?.body).toEqual(sent)
})

test('R5.3-02 R6-17 R9-13 an owner adds a member: a user found on the server, 25 at most, and a permission; both are required', async () => {
  const owned = { ...desk, userIsOwner: true }
  const {
    button,
    dialog,
    text,
    page: screen,
    calls,
    answers: all,
  } = await page(owned, { who: { role: ['UserAdministrator'] }, tab: 'members' })
  all['GET /admin/users'] = list(luca)
  all[`POST /admin/groups/${desk.id}/users`] = { body: member({ userId: luca.id, displayName: 'Luca Navarro' }) }
  await button('Add member').click()
  const asked = dialog('Add member to Support desk')
  await asked.getByRole('button', { name: 'Add member' }).click()
  await expect.element(text('Please select a user')).toBeVisible()
  await expect.element(text('Please select a permission')).toBeVisible()
  const search = screen.getByRole('combobox', { name: 'User', exact: true })
  await search.fill('luc')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('option', { name: /Luca Navarro/ })).toBeVisible()
  expect(calls('GET /admin/users?').at(-1)?.path).toMatch(/search=luc.*take=25/)
  await userEvent.keyboard('{Enter}')
  await expect.element(text('luca.navarro · luca@people.example')).toBeVisible()
  await screen.getByRole('radio', { name: /Owner/ }).click()
  await asked.getByRole('button', { name: 'Add member' }).click()
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

test('a group that is not there says so', async () => {
  const { text } = await at(`/${luca.id}`)
  await expect.element(text('Not found')).toBeVisible()
})

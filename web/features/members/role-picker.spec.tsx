// What the role picker tells of the roles that it offers.
import { afterEach, expect, test } from 'vitest'
import { at, barcelona, close, list, marta, roleChoices, show } from './members.harness.tsx'
import { RoleEditor } from './role-editor.tsx'

afterEach(close)

test('R4.8-01 the picker tells on one line what each role is for, the whole of it in the title, and has the icon of the application', async () => {
  const long = `Reads ${'every single record of this tenant, '.repeat(6)}and nothing else`
  const choices = roleChoices.map((one) => ({
    ...one,
    roles: one.roles.map((role) => (role.name === 'Data steward' ? { ...role, description: long } : role)),
  }))
  const person = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const
  const answers = {
    [`GET /admin/tenants/${barcelona.id}/members/identity`]: { body: at(marta) },
    'GET /admin/applications/approles': list(...choices),
  }
  const { toggle, dialog } = await show(
    <RoleEditor base="admin" identity={person} tenant={barcelona} onClose={() => {}} />,
    { answers },
  )
  await toggle('Access to Master Data').click()
  const picker = dialog('Choose roles: Master Data')
  await expect.element(picker.getByText('Adds and corrects the records of this tenant')).toBeVisible()
  await expect
    .element(picker.getByRole('checkbox', { name: 'Editor', exact: true }))
    .toHaveAccessibleDescription('Adds and corrects the records of this tenant')
  const line = picker.getByText(long).element()
  expect([
    line.scrollWidth > line.clientWidth,
    getComputedStyle(line).textOverflow,
    line.clientHeight < 30,
    line.closest('label')?.dataset['tip'],
  ]).toEqual([true, 'ellipsis', true, long])
  // Why it cannot be picked comes first; what it is for stays in the bubble.
  await expect
    .element(picker.getByRole('checkbox', { name: 'Group owner', exact: true }))
    .toHaveAccessibleDescription('Only by hierarchy: comes from a tenant above')
  expect(picker.getByText('Group owner').element().closest('label')?.dataset['tip']).toBe(
    'Only by hierarchy: comes from a tenant above · Owns the groups of this tenant',
  )
  expect(picker.element().querySelector('.role-head .appicon')?.nextElementSibling?.textContent).toBe(
    'Roles of Master Data',
  )
})

import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { globalTenant } from '#contract/tenants.ts'
import { drawn, write } from '#web/ui/render.harness.tsx'
import { AddMember } from './add-member.tsx'
import { CopyRoles } from './copy-roles.tsx'
import {
  at,
  barcelona,
  close,
  entry,
  iberia,
  id,
  ines,
  list,
  marta,
  nobodyYet,
  roleId,
  show,
  type Answers,
} from './members.harness.tsx'
import { AddTenantRoles, TenantRoles } from './tenant-roles.tsx'

afterEach(close)

const path = `/admin/tenants/${barcelona.id}/members`
const account = (end: string, firstName: string, lastName: string) => ({
  id: id(`c${end}`),
  userName: `${firstName}.${lastName}`.toLowerCase(),
  firstName,
  lastName,
  email: `${firstName}@group.example`.toLowerCase(),
  areaName: 'Spain',
  locked: false,
  lockState: 'None',
  draft: false,
  validateScopes: false,
  modifiedOn: '2026-03-01T10:00:00Z',
})
const [martaUser, inesUser] = [account('1', 'Marta', 'Weber'), account('4', 'Inês', 'Hoffmann')]
const desk = {
  id: id('d1'),
  name: 'Support desk',
  description: null,
  areaId: id('e1'),
  areaName: 'Spain',
  automated: false,
  createBy: null,
  createOn: '2026-01-01T10:00:00Z',
  userIsOwner: false,
  memberCount: 9,
}
const tenant = (end: string, title: string) => ({ id: id(end), title, areaName: 'Spain', taxNumber: null })
const identity = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const

const answers: Answers = {
  'GET /admin/users': list(martaUser, inesUser),
  'GET /admin/groups': list(desk),
  'GET /admin/tenants': list(tenant('b1', barcelona.title), tenant('b2', iberia.title)),
}

const adding = async () => {
  const harness = await show(<AddMember base="admin" tenant={barcelona} onClose={() => {}} />, {
    answers: { ...answers, [`GET ${path}/identity`]: { body: nobodyYet(ines) } },
  })
  return { ...harness, openDialog: harness.dialog('Add a member to Innovation Barcelona') }
}

test('R9-10 R9-13 R9-15 A-199 a user is searched on the server a second after the last letter, by e-mail, and gets the role editor', async () => {
  const { openDialog, dialog, calls } = await adding()
  const searches = () => calls('GET /admin/users').map(({ query }) => query.toString())
  await openDialog.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(openDialog.getByText('Please select a user')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(openDialog.getByRole('combobox', { name: 'User' }), 'ines')
  await vi.advanceTimersByTimeAsync(999)
  await drawn()
  expect(searches()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await openDialog.getByRole('option', { name: /Inês Hoffmann/ }).click()
  expect(searches()).toEqual(['search=ines&take=25&orderBy=email'])
  await openDialog.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(dialog('Inês Hoffmann').getByText('No access yet')).toBeVisible()
  expect(calls(`GET ${path}/identity`)[0]?.query.get('identityId')).toBe(inesUser.id)
})

test('R9-12 a group is chosen among up to 10,000, and is given roles as a group', async () => {
  const { openDialog, page, dialog, calls, answers: all, bodies, toggle } = await adding()
  all[`GET ${path}/identity`] = { body: { ...nobodyYet(ines), identityType: 'Group', identityId: desk.id } }
  all[`POST ${path}`] = { body: ines }
  await openDialog.getByRole('radio', { name: 'Group' }).click()
  await openDialog.getByRole('combobox', { name: 'Group' }).fill('support')
  await page.getByRole('option', { name: /Support desk/ }).click()
  expect(calls('GET /admin/groups')[0]?.query.get('take')).toBe('10000')
  await openDialog.getByRole('button', { name: 'Choose roles' }).click()
  await toggle('Access to Missions').click()
  await dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' }).click()
  await dialog('Choose roles: Missions').getByRole('button', { name: 'Add 1 role' }).click()
  await expect
    .poll(() => bodies(`POST ${path}`))
    .toMatchObject([{ identityType: 'Group', identityId: desk.id, roles: [roleId('Approver')], isInheritable: false }])
})

const copying = async (colleague: object, more: Answers = {}) => {
  const roles = [
    entry('Manager', 10, 'own', { endsOn: '2030-01-01T00:00:00.000Z' }),
    entry('Signer', 11, 'own'),
    entry('Viewer', 11, 'above'),
  ]
  const harness = await show(
    <CopyRoles base="admin" source={identity} roles={roles} tenant={barcelona} onClose={() => {}} />,
    { answers: { ...answers, [`GET ${path}/identity`]: { body: colleague }, ...more } },
  )
  const openDialog = harness.dialog('Copy roles of Marta Weber')
  const choose = async (name: RegExp) => {
    await openDialog.getByRole('combobox', { name: 'User' }).fill('someone')
    await openDialog.getByRole('option', { name }).click()
  }
  return { ...harness, openDialog, choose }
}

test('the own roles of one are added to a colleague’s, with their end dates; what the colleague has already is left out', async () => {
  const { openDialog, choose, bodies, answers: all, text } = await copying(at(ines, { isInheritable: true }))
  all[`POST ${path}`] = { body: ines }
  await choose(/Inês Hoffmann/)
  await expect.element(openDialog.getByRole('heading', { name: 'To be added' })).toBeVisible()
  expect([...document.querySelectorAll('.copied')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^To be addedGrants: Manager/),
    'Left out: there already, or not to be given hereSignature: Signer',
  ])
  await openDialog.getByRole('button', { name: 'Copy roles' }).click()
  await expect
    .poll(() => bodies(`POST ${path}`))
    .toMatchObject([
      {
        identityId: inesUser.id,
        roles: [roleId('Manager')],
        isInheritable: true,
        ends: [{ roleId: roleId('Manager'), endsOn: '2030-01-01T00:00:00.000Z' }],
      },
    ])
  await expect.element(text('1 role of Marta Weber copied to Inês Hoffmann')).toBeVisible()
})

test('R6-19 what may not be given to the colleague is not sent', async () => {
  const onlyFromAbove = list({
    id: 10,
    name: 'grants',
    displayName: 'Grants',
    roles: [
      {
        id: roleId('Manager'),
        name: 'Manager',
        description: null,
        byHierarchy: true,
        operationRequestVisibility: false,
        serviceManagerVisibility: false,
      },
    ],
  })
  const { openDialog, choose } = await copying(nobodyYet(ines), { 'GET /admin/applications/approles': onlyFromAbove })
  await choose(/Inês Hoffmann/)
  await expect.element(openDialog.getByText('Inês Hoffmann lacks none of these roles.')).toBeVisible()
  await expect.element(openDialog.getByRole('button', { name: 'Copy roles' })).toBeDisabled()
})

test('nobody copies roles to themselves', async () => {
  const { openDialog, choose } = await copying(at(ines))
  await choose(/Marta Weber/)
  await expect.element(openDialog.getByText('Choose somebody else')).toBeVisible()
})

const places = (change: object = {}): Answers => ({
  ...answers,
  [`GET /admin/users/${identity.id}`]: {
    body: { ...martaUser, roles: [{ name: 'Support', isGlobal: true }], tenants: [barcelona, iberia], ...change },
  },
  [`GET ${path}/identity`]: { body: at(marta) },
})

test('R2.5-31 the tenant role editor shows where a user stands, and opens each of the places', async () => {
  const { dialog, text } = await show(<TenantRoles identity={identity} onClose={() => {}} />, { answers: places() })
  const openDialog = dialog('Tenant roles of Marta Weber')
  await expect.element(openDialog.getByText('Innovation Barcelona')).toBeVisible()
  expect(
    openDialog
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector('b')?.textContent),
  ).toEqual(['Global', 'Innovation Barcelona', 'Meridian Iberia'])
  await openDialog.getByRole('button', { name: 'Edit roles: Innovation Barcelona' }).click()
  await expect.element(dialog('Marta Weber').getByText(/^Roles at/)).toBeVisible()
  await dialog('Marta Weber').getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect.element(text('Meridian Iberia')).toBeVisible()
})

const opened = (roles: RoleName[], change: Answers = {}) =>
  show(<AddTenantRoles identity={identity} onClose={() => {}} />, { roles, answers: { ...answers, ...change } })

test('R2.5-31 R9-10 R9-11 tenant roles are added at a tenant chosen among 25 by title, searched 800 ms after the last letter', async () => {
  const { dialog, calls, answers: all } = await opened(['Administrator'], places())
  const openDialog = dialog('Add tenant roles to Marta Weber')
  const searches = () => calls('GET /admin/tenants').map(({ query }) => String(query))
  await openDialog.getByRole('combobox', { name: 'Tenant' }).click()
  await expect.element(openDialog.getByRole('option', { name: /Meridian Iberia/ })).toBeVisible()
  expect(searches()).toEqual(['take=25&orderBy=title'])
  await userEvent.keyboard('{Escape}')
  await openDialog.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(openDialog.getByText('Please select a tenant')).toBeVisible()
  all['GET /admin/tenants'] = list(tenant('b1', barcelona.title))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(openDialog.getByRole('combobox', { name: 'Tenant' }), 'barcelona')
  await vi.advanceTimersByTimeAsync(799)
  await drawn()
  expect(searches()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(searches).toEqual(['take=25&orderBy=title', 'search=barcelona&take=25&orderBy=title'])
  await openDialog.getByRole('option', { name: /Innovation Barcelona/ }).click()
  await openDialog.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(dialog('Marta Weber').getByText(/^Roles at/)).toBeVisible()
  expect(calls(`GET ${path}/identity`)).toHaveLength(1)
})

test('R6-07 R6-22 Global is offered to an Administrator, and to nobody else', async () => {
  const { page, calls, answers: all, dialog } = await opened(['Administrator'])
  all[`GET /admin/tenants/${globalTenant}/members/identity`] = { body: nobodyYet(marta) }
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await page.getByRole('option', { name: /^Global/ }).click()
  await page.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(dialog('Marta Weber').getByText('Global', { exact: true })).toBeVisible()
  expect(calls(`GET /admin/tenants/${globalTenant}/members/identity`)).toHaveLength(1)
  await close()
  const other = await opened(['Manager'])
  await other.page.getByRole('combobox', { name: 'Tenant' }).click()
  await expect.element(other.page.getByRole('option', { name: /Meridian Iberia/ })).toBeVisible()
  await expect.element(other.page.getByRole('option', { name: /^Global/ })).not.toBeInTheDocument()
})

test('R8.5-01 all permissions of a user go after the question, and what Global gave stays', async () => {
  const {
    dialog,
    alert,
    bodies,
    answers: all,
    text,
  } = await show(<TenantRoles identity={identity} onClose={() => {}} />, { answers: places() })
  all[`DELETE /admin/tenantIdentities/${identity.id}`] = { body: { removed: 2 } }
  await dialog('Tenant roles of Marta Weber').getByRole('button', { name: 'Remove all permissions' }).click()
  const openDialog = alert('Are you sure you want to remove all permissions from all current tenants for this user?')
  await expect
    .element(
      openDialog.getByText(
        'Marta Weber loses at once what these tenants gave. What comes from Global or through groups stays.',
      ),
    )
    .toBeVisible()
  await expect.element(openDialog.getByRole('button', { name: 'Keep access' })).toHaveFocus()
  expect(bodies(`DELETE /admin/tenantIdentities/${identity.id}`)).toEqual([])
  all[`GET /admin/users/${identity.id}`] = { body: { ...martaUser, roles: [], tenants: [] } }
  await openDialog.getByRole('button', { name: 'Remove all permissions' }).click()
  await expect.element(text('Permissions removed at 2 tenants')).toBeInTheDocument()
  expect(bodies(`DELETE /admin/tenantIdentities/${identity.id}`)).toEqual([[]])
  await expect.element(text('No tenant has given roles to this user itself.')).toBeVisible()
  await expect
    .element(dialog('Tenant roles of Marta Weber').getByRole('button', { name: 'Remove all permissions' }))
    .not.toBeInTheDocument()
})

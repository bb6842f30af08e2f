import { afterEach, expect, test } from 'vitest'
import { effectiveAccess } from '#contract/effective-access.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, close } from '#web/app/portal.harness.tsx'
import { choose, list, luca, openUsers, whole } from './users.harness.tsx'

afterEach(close)

const ferrer = { id: '00000000-0000-4000-8000-000000000601', title: 'Grupo Ferrer' }
const grantsRole = (name: string, isGlobal: boolean) => ({
  name,
  isGlobal,
  applications: [{ title: 'Grants', isGlobal }],
})
const nothing = {
  id: null,
  identityType: 'User',
  identityId: luca.id,
  email: luca.email,
  displayName: 'Luca Navarro',
  userName: luca.userName,
  tenantId: ferrer.id,
  tenantName: ferrer.title,
  hierarchyType: 'Own',
  isInheritable: false,
  inheritedFrom: null,
  memberCount: null,
  roles: [],
  tenants: [],
}
const more: Answers = {
  'GET /admin/tenants': list({ ...ferrer, areaName: null, taxNumber: null }),
  [`GET /admin/tenants/${ferrer.id}/members/identity`]: { body: nothing },
  'GET /admin/applications/approles': list({ id: 10, name: 'grants', displayName: 'Grants', roles: [] }),
}

test('R2.5-31 from the list of users the tenant role editor opens, and a tenant’s roles behind it', async () => {
  const harness = await openUsers('', { more })
  await choose(harness, 'Luca Navarro', 'Tenant roles')
  const places = harness.dialog('Tenant roles of Luca Navarro')
  await places.getByRole('button', { name: 'Edit roles: Grupo Ferrer' }).click()
  await expect.element(harness.dialog('Luca Navarro').getByText('Grants')).toBeVisible()
})

test('R2.5-31 from the list of users tenant roles are added with a tenant chooser', async () => {
  const harness = await openUsers('', { more })
  await choose(harness, 'Luca Navarro', 'Add tenant roles')
  await harness.page.getByRole('combobox', { name: 'Tenant' }).click()
  await harness.page.getByRole('option', { name: /Grupo Ferrer/ }).click()
  await harness.page.getByRole('button', { name: 'Choose roles' }).click()
  await expect.element(harness.dialog('Luca Navarro').getByText('Grants')).toBeVisible()
})

test('R6-10 R2.5-05 a UserAdministrator chooses a tenant to give roles at, from the list of users and on the page of one; Global and the entry Tenants stay an Administrator’s', async () => {
  const role = ['UserAdministrator', 'User']
  const { button, page } = await openUsers('', { more, role })
  await button('Actions for Luca Navarro').click()
  await expect.element(page.getByRole('menuitem', { name: 'Tenant roles' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Add tenant roles' }).click()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await expect.element(page.getByRole('option', { name: /Grupo Ferrer/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /Global/ })).not.toBeInTheDocument()
  await close()
  const harness = await openUsers(`/${luca.id}?tab=tenants`, { more, role })
  const menu = harness.page.getByRole('navigation', { name: 'Menu' })
  await expect.element(menu.getByRole('link', { name: /^Users/ })).toBeVisible()
  expect(menu.getByRole('link', { name: /^Tenants/ }).elements()).toEqual([])
  await harness.button('Add tenant roles').click()
  await harness.page.getByRole('combobox', { name: 'Tenant' }).click()
  await harness.page.getByRole('option', { name: /Grupo Ferrer/ }).click()
  await harness.button('Choose roles').click()
  await expect.element(harness.dialog('Luca Navarro').getByText('Grants')).toBeVisible()
})

test('a user at no tenant is told the button that gives the first roles', async () => {
  const nowhere = { ...whole(luca), roles: [], tenants: [] }
  const { text } = await openUsers(`/${luca.id}?tab=tenants`, {
    more: { ...more, [`GET /admin/users/${luca.id}`]: { body: nowhere } },
  })
  await expect.element(text('Choose “Add tenant roles” to give the first roles.')).toBeVisible()
})

test('R2.5-33 on the page of a user the roles at each tenant are edited where they stand, those of Global by an Administrator', async () => {
  const own = { ...whole(luca), roles: [grantsRole('Support', true)], tenants: [ferrer] }
  const { button, dialog, page } = await openUsers(`/${luca.id}?tab=tenants`, {
    more: { ...more, [`GET /admin/users/${luca.id}`]: { body: own } },
  })
  await expect.element(button('Edit roles: Global')).toBeVisible()
  await button('Edit roles: Grupo Ferrer').click()
  await expect.element(dialog('Luca Navarro').getByText('Grants')).toBeVisible()
  await dialog('Luca Navarro').getByRole('button', { name: 'Close' }).first().click()
  await button('Add tenant roles').click()
  await page.getByRole('combobox', { name: 'Tenant' }).click()
  await expect.element(page.getByRole('option', { name: /Grupo Ferrer/ })).toBeVisible()
})

const effectiveRole = (roleName: string, tenantId: string, tenantName: string) => ({
  roleId: `00000000-0000-4000-8000-0000000008${tenantId.slice(-2)}`,
  roleName,
  applicationId: 10,
  applicationName: 'grants',
  applicationTitle: 'Grants',
  tenantId,
  tenantName,
  isInheritable: true,
  grantedOn: '2026-01-02T10:00:00Z',
  endsOn: null,
})
const seller = effectiveRole('Seller', ferrer.id, ferrer.title)
const support = effectiveRole('Support', globalTenant, 'Global')
const everything: Answers = {
  ...more,
  [`GET /admin/users/${luca.id}`]: {
    body: {
      ...whole(luca),
      roles: [grantsRole('Seller', false), grantsRole('Support', true)],
      tenants: [ferrer],
    },
  },
  [`GET /admin/users/${luca.id}/roles`]: list(seller, support),
}

test('rule 28 the tenants of a user have the roles that were given there with their application, each one click from its reason', async () => {
  const { button, dialog, calls, page } = await openUsers(`/${luca.id}?tab=tenants`, { more: everything })
  await expect.element(page.getByRole('region', { name: 'Tenants' }).getByText('Grants · Seller')).toBeVisible()
  await expect.element(button('Why Support at Global?')).toBeVisible()
  await button('Why Seller at Grupo Ferrer?').click()
  await expect.element(dialog('Why does Luca Navarro have this role?')).toBeVisible()
  await expect
    .poll(() => calls('GET /admin/access/why').map(({ path }) => path))
    .toEqual([`/admin/access/why?userId=${luca.id}&roleId=${seller.roleId}&tenantId=${ferrer.id}`])
})

const atGlobal = {
  id: support.roleId,
  name: 'Auditor',
  direct: false,
  viaGroups: ['Auditors'],
  tenant: { id: globalTenant, title: 'all' },
}
const atFerrer = { id: seller.roleId, name: 'Seller', direct: true, viaGroups: [], tenant: ferrer }

/** What Luca can open, by these roles. */
const opening = (...roleEntries: (typeof atGlobal | typeof atFerrer)[]) => ({
  [`GET /admin/users/check/permissions/${luca.id}`]: {
    body: effectiveAccess.permissions.output.parse({
      user: {
        id: luca.id,
        userName: luca.userName,
        displayName: 'Luca Navarro',
        email: luca.email,
        locked: false,
        draft: false,
      },
      groups: [],
      tenant: null,
      applicationPermissions: [
        {
          applicationId: 10,
          applicationName: 'grants',
          displayName: 'Grants',
          roles: roleEntries.map(({ name }) => name),
          roleEntries,
        },
      ],
    }),
  },
})

test('rule 29 the page of a user says what they can open: the roles of each application, the way of each, and its reason', async () => {
  const { page, calls } = await openUsers(`/${luca.id}`, {
    more: {
      ...everything,
      ...opening(atGlobal, atFerrer),
    },
  })
  const opens = page.getByRole('region', { name: 'What Luca Navarro can open' })
  await expect.element(opens.getByText('Grants')).toBeVisible()
  await expect.element(opens.getByText('through Auditors, at Global')).toBeVisible()
  await expect.element(opens.getByText('given at Grupo Ferrer')).toBeVisible()
  await opens.getByRole('button', { name: 'Why Auditor at Global?' }).click()
  await expect
    .poll(() => calls('GET /admin/access/why').map(({ path }) => path))
    .toEqual([`/admin/access/why?userId=${luca.id}&roleId=${support.roleId}&tenantId=${globalTenant}`])
  await page.getByRole('dialog', { name: /Why/ }).getByRole('button', { name: 'Close' }).first().click()
  await opens.getByRole('button', { name: 'Why not …?' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Why does Luca Navarro not have a role?' })).toBeVisible()
  // Where the role is that is not Global's.
  await expect.element(page.getByRole('dialog').getByText('Grupo Ferrer')).toBeVisible()
})

test('rule 33 the focus goes on at the first application that "Show more" brings', async () => {
  const key = `GET /admin/users/check/permissions/${luca.id}`
  const answer = opening(atFerrer)
  const [one] = answer[key]?.body.applicationPermissions ?? []
  const applicationPermissions = one
    ? Array.from({ length: 20 }, (_, n) => ({ ...one, applicationId: 100 + n, displayName: `Application ${n}` }))
    : []
  const { page } = await openUsers(`/${luca.id}`, {
    more: { ...everything, [key]: { body: { ...answer[key]?.body, applicationPermissions } } },
  })
  const opens = page.getByRole('region', { name: 'What Luca Navarro can open' })
  const before = () => opens.element().querySelectorAll(':scope > ul > li').length
  await expect.poll(before).toBeGreaterThan(0)
  const shown = before()
  await opens.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect.poll(before).toBe(20)
  const first = opens.element().querySelectorAll(':scope > ul > li')[shown]
  expect(first?.contains(document.activeElement)).toBe(true)
})

test('rule 29 "Why not …?" of a user all of whose roles are Global’s begins at Global', async () => {
  const { page } = await openUsers(`/${luca.id}`, {
    more: {
      ...everything,
      ...opening(atGlobal),
      [`GET /admin/tenants/${globalTenant}/members/identity`]: { status: 404 },
    },
  })
  await page.getByRole('button', { name: 'Why not …?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why does Luca Navarro not have a role?' })
  await expect.element(dialog.getByText('Global', { exact: true })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Choose another tenant' })).toBeVisible()
})

test('rule 28 beside the roles at a glance, each with its application, stands the reason of each, at a tenant that gives it', async () => {
  const { button, calls, text } = await openUsers(`/${luca.id}`, { more: everything })
  await expect.element(text('Grants · Seller')).toBeVisible()
  await expect.element(button('Why Seller at Grupo Ferrer?')).toBeVisible()
  await button('Why Support at Global?').click()
  await expect
    .poll(() => calls('GET /admin/access/why').map(({ path }) => path))
    .toEqual([`/admin/access/why?userId=${luca.id}&roleId=${support.roleId}&tenantId=${globalTenant}`])
})

test('rule 28 a role has its application before the thousand that are read one by one are there, and where it is none of them', async () => {
  const unread = { ...everything, [`GET /admin/users/${luca.id}/roles`]: list() }
  const { button, page, text } = await openUsers(`/${luca.id}`, { more: unread })
  await expect.element(text('Grants · Seller')).toBeVisible()
  await expect.element(text('Grants · Support')).toBeVisible()
  await page.getByRole('tab', { name: /Tenants/ }).click()
  await expect.element(button('Edit roles: Global')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Tenants' }).getByText('Grants · Support')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Tenants' }).getByText('Seller')).not.toBeInTheDocument()
})

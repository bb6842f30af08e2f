// What gives a role that is missing, from the answer to "Why not?": looked at, made, and taken back.
import { afterEach, expect, test } from 'vitest'
import type { Gift } from '#contract/why.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { loss, preview } from '#web/features/access-preview/access-preview.harness.tsx'
import { entry, marta as member, at } from '#web/features/members/members.harness.tsx'
import { barcelona, close, harness, id, manager, marta } from '#web/app/admin/feature-parts.harness.tsx'
import { ownId } from '#web/ui/own-id.harness.ts'
import { why } from './effective-access.harness.tsx'
import { Why, WhyDrawer } from './why-drawer.tsx'

afterEach(close)

const bare = { group: null, memberId: null, tenantId: null, tenantName: null, isInheritable: false }
const alone = { otherTenants: 0, otherPeople: 0, otherRoles: 0 }
const iberia = { id: id('9a1'), name: 'Grants Iberia' }
const gifts: Gift[] = [
  { ...bare, ...alone, kind: 'give-role', tenantId: barcelona.id, tenantName: barcelona.title },
  { ...bare, kind: 'join-group', group: iberia, otherTenants: 41, otherPeople: 0, otherRoles: 2 },
  {
    kind: 'inherit',
    group: { id: id('9a2'), name: 'Auditors' },
    memberId: id('a7'),
    tenantId: id('b2'),
    tenantName: 'Meridian Iberia',
    isInheritable: true,
    otherTenants: 1,
    otherPeople: 37,
    otherRoles: 0,
  },
]
const none = why({ allowed: false, chains: [], removal: [], alternatives: [], gifts })
const gained = preview([loss('c1', 'Marta Weber', { change: 'Gains' })], { count: 1 })
const answers = {
  'GET /admin/access/why': { body: none },
  'POST /admin/access/preview': { body: gained },
  'GET /admin/access/changes': { body: { items: [{ id: 42, by: { id: ownId, name: 'Marta Oliveira' } }], count: 1 } },
  'POST /admin/access/undo/42': { body: { success: true, errors: [] } },
  [`POST /admin/tenants/${barcelona.id}/members`]: { body: member },
  [`POST /admin/groups/${iberia.id}/users`]: { body: {} },
  [`DELETE /admin/groups/${iberia.id}/users/${marta.id}`]: { body: {} },
  [`PUT /admin/tenants/${id('b2')}/members/${id('a7')}`]: { body: member },
  [`GET /admin/tenants/${id('b2')}/members/identity`]: {
    body: at(member, {
      id: id('a7'),
      isInheritable: false,
      roles: [entry('Manager', 10, 'own', { roleId: manager.id }), entry('Signer', 11, 'own')],
    }),
  },
}
const open = (roles: readonly RoleName[] = ['Administrator']) =>
  harness(<WhyDrawer user={marta} role={manager} tenant={barcelona} onClose={() => {}} />, { answers, roles })

test('rule 29 "Why not?" offers what would give it, the one that touches the fewest people first', async () => {
  const { dialog } = await open()
  const offered = dialog(/Why/).getByRole('region', { name: 'Smallest change that gives it' })
  await expect.element(offered.getByText('any of them is enough')).toBeVisible()
  const left = (of: Element | undefined) => of?.getBoundingClientRect().left
  expect(left(offered.getByRole('listitem').elements()[0])).toBe(left(offered.element()))
  expect(
    offered
      .getByRole('listitem')
      .elements()
      .map((line) => [...line.querySelectorAll('.step-what,small')].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Give Manager to Marta Weber here', 'nothing else'],
    ['Add Marta Weber to group Grants Iberia', 'also gives Manager at 41 other tenants and 2 other roles come along'],
    [
      'Let the assignment of group Auditors at Meridian Iberia pass down',
      'also gives Manager at 1 other tenant and 37 other people may get it',
    ],
  ])
})

test('rule 29 a gift is shown before it is made, made from there with the stamp of what was seen, and taken back', async () => {
  const { button, page: screen, bodies, calls, text } = await open()
  const give = async (title: string) => {
    await button(`Give now: ${title}`).click()
    const question = screen.getByRole('alertdialog', { name: title })
    await expect.element(question.getByText('Will be given at Meridian Spain')).toBeVisible()
    await question.getByRole('button', { name: 'Give now' }).click()
    await expect.element(text(`Done: ${title}`)).toBeVisible()
  }
  const newMember = { identityType: 'User', identityId: marta.id, roles: [manager.id], isInheritable: false }
  await give('Give Manager to Marta Weber here')
  expect(bodies('POST /admin/access/preview')[0]).toEqual({
    kind: 'addMember',
    tenantId: barcelona.id,
    member: newMember,
  })
  expect(bodies(`POST /admin/tenants/${barcelona.id}/members`)).toEqual([newMember])
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/42')).toHaveLength(1)
  await expect.element(screen.getByRole('status').getByText('The change was undone')).toBeVisible()
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await give('Add Marta Weber to group Grants Iberia')
  expect(bodies('POST /admin/access/preview').at(-1)).toEqual({
    kind: 'joinGroup',
    groupId: iberia.id,
    userId: marta.id,
  })
  expect(bodies(`POST /admin/groups/${iberia.id}/users`)).toEqual([{ userId: marta.id, permission: 'Reader' }])
  await button('Undo').click()
  await expect.poll(() => calls(`DELETE /admin/groups/${iberia.id}/users/${marta.id}`)).toHaveLength(1)
  await give('Let the assignment of group Auditors at Meridian Iberia pass down')
  expect(bodies(`PUT /admin/tenants/${id('b2')}/members/${id('a7')}`)).toEqual([
    { isInheritable: true, roles: [manager.id, entry('Signer', 11, 'own').roleId], ends: [] },
  ])
})

test('anyone who may look but not give tries a gift without making it', async () => {
  const { button, dialog } = await open(['Manager'])
  await button('Preview: Give Manager to Marta Weber here').click()
  const tried = dialog('Give Manager to Marta Weber here')
  await expect.element(tried.getByText('This is only tried: nothing is changed.')).toBeVisible()
  expect(tried.getByRole('button', { name: 'Give now' }).elements()).toEqual([])
})

test('"Why not …?" of a user begins at the tenant where most of their roles are, and goes to any other', async () => {
  const seville = { ...barcelona, id: id('5e'), title: 'Innovation Sevilla', areaName: 'Spain', taxNumber: 'B2' }
  const identityAt = (tenant: { id: string }, ...roles: string[]) => ({
    [`GET /admin/tenants/${tenant.id}/members/identity`]: {
      body: at(member, { roles: roles.map((role) => entry(role, 10, 'own')) }),
    },
  })
  const { page: screen, button } = await harness(<Why asked={{ user: marta, near: barcelona }} onClose={() => {}} />, {
    answers: {
      ...answers,
      'GET /admin/tenants': { body: { items: [seville], count: 1 } },
      ...identityAt(barcelona, 'Reader'),
      ...identityAt(seville, 'Auditor'),
    },
  })
  const missing = screen.getByRole('combobox', { name: 'A role that is missing' })
  await expect.element(missing.getByRole('option', { name: 'Auditor' })).toBeInTheDocument()
  await button('Choose another tenant').click()
  await screen.getByRole('combobox', { name: 'Tenant' }).fill('sevilla')
  await screen.getByRole('option', { name: /Innovation Sevilla/ }).click()
  await expect.element(missing.getByRole('option', { name: 'Reader' })).toBeInTheDocument()
  await expect.element(missing.getByRole('option', { name: 'Auditor' })).not.toBeInTheDocument()
})

test.for<[RoleName, boolean]>([
  ['Administrator', true],
  ['Manager', false],
])('"Why not …?" of a user whose roles are all Global’s begins there, for %s: %s', async ([role, begins]) => {
  const { page: screen, button } = await harness(
    <Why asked={{ user: marta, near: { id: globalTenant, title: 'all' } }} onClose={() => {}} />,
    {
      answers: {
        ...answers,
        'GET /admin/tenants': { body: { items: [], count: 0 } },
        [`GET /admin/tenants/${globalTenant}/members/identity`]: { body: at(member, { roles: [] }) },
      },
      roles: [role],
    },
  )
  if (begins) {
    await expect.element(screen.getByText('Global', { exact: true })).toBeVisible()
    await expect.element(button('Choose another tenant')).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'A role that is missing' })).toBeVisible()
  } else {
    await expect.element(screen.getByRole('combobox', { name: 'Tenant' })).toBeVisible()
    await expect.element(button('Choose another tenant')).not.toBeInTheDocument()
  }
})

test('"Why not …?" of a user asks for the tenant and the role that is missing there', async () => {
  const {
    button,
    dialog,
    page: screen,
    calls,
  } = await harness(<Why asked={{ user: marta }} onClose={() => {}} />, {
    answers: {
      ...answers,
      'GET /admin/tenants': {
        body: { items: [{ ...barcelona, areaName: 'Spain', taxNumber: 'B1' }], count: 1 },
      },
      [`GET /admin/tenants/${barcelona.id}/members/identity`]: {
        body: at(member, { roles: [entry('Reader', 10, 'own')] }),
      },
    },
  })
  await expect.element(dialog('Why does Marta Weber not have a role?')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Tenant' }).click()
  await screen.getByRole('option', { name: /Innovation Barcelona/ }).click()
  const missing = screen.getByRole('combobox', { name: 'A role that is missing' })
  await missing.selectOptions('Auditor')
  await button('Why not?').click()
  await expect.element(dialog('Why does Marta Weber not have this role?')).toBeVisible()
  const asked = calls('GET /admin/access/why')[0]?.query
  expect([asked?.get('tenantId'), asked?.get('roleId')]).toEqual([barcelona.id, entry('Auditor', 10, 'own').roleId])
  await button('Other roles').click()
  await expect.element(dialog('Why does Marta Weber not have a role?')).toBeVisible()
})

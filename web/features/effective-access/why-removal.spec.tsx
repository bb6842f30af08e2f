// What removes a role, from the answer to "Why?": looked at, made, and taken back.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { loss, preview } from '#web/features/access-preview/access-preview.harness.tsx'
import { entry, marta as member, at } from '#web/features/members/members.harness.tsx'
import { barcelona, close, harness, id, manager, marta } from '#web/app/admin/feature-parts.harness.tsx'
import { ownId } from '#web/ui/own-id.harness.ts'
import { why } from './effective-access.harness.tsx'
import { WhyDrawer } from './why-drawer.tsx'

afterEach(close)

const asked = { user: marta, role: manager, tenant: barcelona }
const open = ({ more = {}, roles = ['Administrator'] }: { more?: object; roles?: readonly RoleName[] } = {}) =>
  harness(<WhyDrawer {...asked} onClose={() => {}} />, {
    answers: { 'GET /admin/access/why': { body: why() }, ...more },
    roles,
  })

test('the smallest change that removes it says what each step takes along, and what would cost more', async () => {
  const { dialog } = await open()
  const removal = dialog(/Why/).getByRole('region', { name: 'Smallest change that removes it' })
  await expect.element(removal.getByText('2 steps, only Marta Weber is affected')).toBeVisible()
  expect(
    removal
      .getByRole('listitem')
      .elements()
      .map((step) => [...step.querySelectorAll('.step-what,small')].map(({ textContent }) => textContent)),
  ).toEqual([
    ['Take Marta Weber out of group Grants Iberia', 'also ends Manager at 41 other tenants'],
    ['Remove Manager from their own assignment here', 'nothing else'],
  ])
  await expect
    .element(removal.getByText('Turning inheritance off at Meridian Iberia instead would hit 38 people.'))
    .toBeVisible()
})

const one = { people: 1, roles: 1 }
const lostAt = (tenants: number) => {
  const { summary, ...rest } = preview([loss('c1', 'Marta Weber', { tenants })], { count: 1 })
  return { ...rest, summary: { ...summary, losing: one, gaining: { people: 0, roles: 0 } } }
}
const rowHere = `/admin/tenants/${barcelona.id}/members/${id('a1')}`
const ofMarta = `/admin/groups/${id('9a1')}/users`

test('rule 29 rule 23 each step of it is shown before it is made, made from there, and taken back; the focus stays with it', async () => {
  const saved = { isInheritable: true, roles: [entry('Signer', 11, 'own').roleId], ends: [] }
  const more = {
    [`PUT ${rowHere}`]: { body: member },
    'GET /admin/access/changes': {
      body: { items: [{ id: 41, by: { id: ownId, name: 'Marta Oliveira' } }], count: 1 },
    },
    'POST /admin/access/undo/41': { body: { success: true, errors: [] } },
    [`GET /admin/users/${marta.id}/groups`]: {
      body: {
        items: [{ groupId: id('9a1'), groupName: 'Grants Iberia', permission: 'Owner', automated: false }],
        count: 1,
      },
    },
    [`DELETE ${ofMarta}/${marta.id}`]: { body: {} },
    [`POST ${ofMarta}`]: { body: {} },
    [`GET /admin/tenants/${barcelona.id}/members/identity`]: {
      body: at(member, {
        id: id('a1'),
        roles: [
          entry('Manager', 10, 'own', { roleId: manager.id }),
          entry('Reader', 10, 'above'),
          entry('Signer', 11, 'own'),
        ],
      }),
    },
    'POST /admin/access/preview': { body: preview([loss('c1', 'Marta Weber')], { count: 1 }) },
  }
  const { answers, button, page: screen, bodies, calls, text } = await open({ more })
  const question = (name: string) => screen.getByRole('alertdialog', { name })
  await button('Remove now: Remove Manager from their own assignment here').click()
  const taking = question('Remove Manager from their own assignment here')
  await expect.element(taking.getByText('Was given at Meridian Spain')).toBeVisible()
  expect(bodies('POST /admin/access/preview')).toEqual([
    { kind: 'saveMember', tenantId: barcelona.id, memberId: id('a1'), member: saved },
  ])
  await expect.element(text('Nothing is changed before you confirm.')).toBeVisible()
  expect(calls('PUT')).toEqual([])
  const asked = calls('GET /admin/access/why').length
  // Nothing gives it any more: the step goes with what it did.
  answers['GET /admin/access/why'] = { body: why({ allowed: false, chains: [], removal: [], alternatives: [] }) }
  await taking.getByRole('button', { name: 'Remove now' }).click()
  await expect.element(text('Done: Remove Manager from their own assignment here')).toBeVisible()
  expect(calls(`PUT ${rowHere}`).map(({ body }) => body)).toEqual([saved])
  expect(calls('GET /admin/access/why').length).toBeGreaterThan(asked)
  await expect.element(button('Undo')).toHaveFocus()
  answers['GET /admin/access/why'] = { body: why() }
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls('POST /admin/access/undo/41')).toHaveLength(1)
  await expect.element(text('Done: Remove Manager from their own assignment here')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('dialog')).toBeTruthy()
  answers['POST /admin/access/preview'] = { body: lostAt(42) }
  await button('Remove now: Take Marta Weber out of group Grants Iberia').click()
  const leaving = question('Take Marta Weber out of group Grants Iberia')
  await expect
    .poll(() => bodies('POST /admin/access/preview').at(-1))
    .toEqual({ kind: 'leaveGroup', groupId: id('9a1'), userId: marta.id })
  // The step says "at 41 other tenants".
  await expect.element(leaving.getByText('loses 1 role at 42 tenants')).toBeVisible()
  await expect.element(leaving.getByRole('row', { name: /Manager at 42 tenants/ })).toBeVisible()
  await leaving.getByRole('button', { name: 'Remove now' }).click()
  await expect.element(text('Done: Take Marta Weber out of group Grants Iberia')).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => bodies(`POST ${ofMarta}`)).toEqual([{ userId: marta.id, permission: 'Owner' }])
})

test('anyone who may look but change nothing tries a step without making it', async () => {
  const more = { 'POST /admin/access/preview': { body: preview([loss('c1', 'Marta Weber')], { count: 1 }) } }
  const { button, dialog, text } = await open({ more, roles: ['Manager'] })
  await button('Preview: Take Marta Weber out of group Grants Iberia').click()
  const tried = dialog('Take Marta Weber out of group Grants Iberia')
  await expect.element(tried.getByText('Was given at Meridian Spain')).toBeVisible()
  await expect.element(text('This is only tried: nothing is changed.')).toBeVisible()
  expect(tried.getByRole('button', { name: 'Remove now' }).elements()).toEqual([])
})

// What was taken from members, or copied to them, is offered back with the notice that says so (rule 18); as of a past
// day nothing is.
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FeatureParts } from '#web/app/admin/feature-parts.tsx'
import { ownId } from '#web/ui/own-id.harness.ts'
import { CopyRoles } from './copy-roles.tsx'
import { answers, path } from './members-list.harness.tsx'
import {
  at,
  barcelona,
  close,
  entry,
  ines,
  list,
  marta,
  nobodyYet,
  show,
  team,
  type Answers,
} from './members.harness.tsx'
import { MembersTab } from './members-tab.tsx'
import { TenantRoles } from './tenant-roles.tsx'

afterEach(close)

const identity = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const

const change = (number: number, tenantId = barcelona.id) => ({
  id: number,
  at: '2026-09-01T08:00:00.000Z',
  by: { id: ownId, name: 'ada' },
  tenantId,
  tenantName: barcelona.title,
  added: [],
  removed: ['Grants · Manager'],
  before: { isInheritable: true, roles: ['grants: Manager'] },
  after: null,
  undoable: true,
})

const undone = (...numbers: number[]): Answers =>
  Object.fromEntries(
    numbers.map((number) => [`POST /admin/access/undo/${number}`, { body: { success: true, errors: [] } }]),
  )

/** The newest of whose row is asked for. */
const changesOf = (numbers: Record<string, number>): Answers => ({
  'GET /admin/access/changes': ({ query }) => list(change(numbers[query.get('identityId') ?? ''] ?? 0)),
})

const tab = (more: Answers, where = '/here') =>
  show(
    <FeatureParts>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
    </FeatureParts>,
    { answers: { ...answers, ...more }, at: where },
  )

const Copying = () => {
  const [open, set] = useState(true)
  const roles = [entry('Manager', 10, 'own')]
  return (
    open && <CopyRoles base="admin" source={identity} roles={roles} tenant={barcelona} onClose={() => set(false)} />
  )
}

test('rule 18 a member who was removed is offered back', async () => {
  const { button, item, page, calls, text } = await tab({
    [`DELETE ${path}/${marta.id}`]: { body: {} },
    ...changesOf({ [marta.identityId]: 41 }),
    ...undone(41),
  })
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('Marta Weber removed from Innovation Barcelona')).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/41')).toHaveLength(1)
  expect(calls('GET /admin/access/changes')[0]?.query.toString()).toBe(
    `identityId=${marta.identityId}&tenantId=${barcelona.id}&skip=0&take=1`,
  )
})

test('rule 18 members who were removed together come back one by one, those that were removed; what fails stops no other', async () => {
  const { button, page, calls, text } = await tab({
    [`DELETE ${path}/${marta.id}`]: { body: {} },
    [`DELETE ${path}/${team.id}`]: { body: {} },
    [`DELETE ${path}/${ines.id}`]: { status: 404, body: { code: 'tenant-member-not-found', message: 'Gone' } },
    ...changesOf({ [marta.identityId]: 41, [team.identityId]: 42 }),
    'POST /admin/access/undo/41': { status: 409, body: { code: 'undo-conflict', message: 'Changed later' } },
    ...undone(42),
  })
  for (const name of ['Marta Weber', 'Innovation Barcelona', 'Inês Hoffmann'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await button('Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('2 done, 1 failed')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await button('Undo').click()
  await expect.element(text('Not everything could be restored')).toBeVisible()
  expect(
    [calls('POST /admin/access/undo/41'), calls('POST /admin/access/undo/42')].map(({ length }) => length),
  ).toEqual([1, 1])
  expect(calls('GET /admin/access/changes')).toHaveLength(2)
})

test('rule 18 roles that were copied to a colleague are offered back', async () => {
  const user = {
    id: ines.identityId,
    userName: 'ines.hoffmann',
    firstName: 'Inês',
    lastName: 'Hoffmann',
    email: 'ines@group.example',
  }
  const { button, page, calls } = await show(
    <FeatureParts>
      <Copying />
    </FeatureParts>,
    {
      answers: {
        'GET /admin/users': list(user),
        [`GET ${path}/identity`]: { body: nobodyYet(ines) },
        [`POST ${path}`]: { body: at(ines) },
        ...changesOf({ [ines.identityId]: 43 }),
        ...undone(43),
      },
    },
  )
  await page.getByRole('combobox', { name: 'User' }).fill('someone')
  await page.getByRole('option', { name: /Inês Hoffmann/ }).click()
  await button('Copy roles').click()
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/43')).toHaveLength(1)
})

test('rule 18 what somebody lost at all tenants at once comes back at each, unless somebody has changed it since', async () => {
  const {
    button,
    dialog,
    page,
    calls,
    text,
    answers: all,
  } = await show(
    <FeatureParts>
      <TenantRoles identity={identity} onClose={() => {}} />
    </FeatureParts>,
    {
      answers: {
        [`GET /admin/users/${identity.id}`]: { body: { id: identity.id, tenants: [barcelona] } },
        [`DELETE /admin/tenantIdentities/${identity.id}`]: { body: { removed: 2 } },
        'GET /admin/access/changes': list(change(52), { ...change(51), by: { id: marta.id, name: 'eve' } }),
        ...undone(51, 52),
      },
    },
  )
  const removeAll = async () => {
    await dialog('Tenant roles of Marta Weber').getByRole('button', { name: 'Remove all permissions' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all permissions' }).click()
    await button('Undo').click()
  }
  await removeAll()
  await expect.element(text('Somebody else has changed it since.')).toBeVisible()
  expect(calls('POST /admin/access/undo/52')).toEqual([])
  all['GET /admin/access/changes'] = list(change(52), change(51))
  await removeAll()
  await expect.element(text('2 restored')).toBeVisible()
  expect(
    [calls('POST /admin/access/undo/52'), calls('POST /admin/access/undo/51')].map(({ length }) => length),
  ).toEqual([1, 1])
  expect(calls('GET /admin/access/changes').at(-1)?.query.toString()).toBe(`identityId=${identity.id}&skip=0&take=2`)
})

test('As of: the past is neither copied nor undone, from the menu of a row or from its history', async () => {
  const { button, item, dialog, page } = await tab(
    { 'GET /admin/access/changes': list(change(41)) },
    '/here?f.asOf=2026-03-05',
  )
  await button('Actions for Marta Weber').click()
  await expect.element(item('History of this assignment')).toBeVisible()
  await expect.element(item('Copy roles to a colleague')).not.toBeInTheDocument()
  await item('History of this assignment').click()
  const history = dialog('History of Marta Weber')
  await expect.element(history.getByText(/removed by/)).toBeVisible()
  expect(history.getByRole('button', { name: 'Undo' }).elements()).toEqual([])
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
})

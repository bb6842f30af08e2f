import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  at,
  barcelona,
  close,
  entry,
  list,
  marta,
  nobodyYet,
  portalRoles,
  roleChoices,
  roleId,
} from './members.harness.tsx'
import { path, open } from './role-editor.harness.tsx'

afterEach(close)

const question = 'Are you sure to revoke this access?'

const shownApplications = () => [...document.querySelectorAll('.rr-name b')].map(({ textContent }) => textContent)

test('R4.8-01 R6-19 turning access on opens the role picker; what only comes from above cannot be picked', async () => {
  const { access, dialog, bodies, answers, became, line, text } = await open()
  answers[`POST ${path}`] = () => ({
    body: became({ roles: [...(marta.roles ?? []), entry('Editor', 12, 'own'), entry('Data steward', 12, 'own')] }),
  })
  await expect.element(access('Master Data')).not.toBeChecked()
  await access('Master Data').click()
  const picker = dialog('Choose roles: Master Data')
  await expect.element(picker).toBeVisible()
  await expect.element(access('Master Data')).toBeChecked()
  await expect.element(picker.getByRole('checkbox', { name: /Group owner/ })).toBeDisabled()
  await expect.element(picker.getByText('Only by hierarchy: comes from a tenant above')).toBeVisible()
  await expect.element(picker.getByRole('button', { name: 'Add roles' })).toBeDisabled()
  await picker.getByRole('checkbox', { name: 'Editor' }).click()
  await picker.getByRole('checkbox', { name: 'Data steward' }).click()
  await picker.getByRole('button', { name: 'Add 2 roles' }).click()
  await expect
    .poll(() => bodies(`POST ${path}`))
    .toEqual([
      {
        identityType: 'User',
        identityId: marta.identityId,
        email: marta.email,
        displayName: marta.displayName,
        roles: [roleId('Editor'), roleId('Data steward')],
        isInheritable: true,
      },
    ])
  await expect.element(line('Master Data').getByText('2 own')).toBeVisible()
  await expect.element(text('Master Data: Editor, Data steward added')).toBeVisible()
})

test('R4.8-01 what was added is taken back within five seconds, and that is said', async () => {
  const { access, dialog, bodies, answers, became, button, text } = await open()
  answers[`POST ${path}`] = () => ({ body: became({ roles: [...(marta.roles ?? []), entry('Editor', 12, 'own')] }) })
  answers[`PUT ${path}/${marta.id}`] = { body: at(marta) }
  await access('Master Data').click()
  await dialog('Choose roles: Master Data').getByRole('checkbox', { name: 'Editor' }).click()
  await dialog('Choose roles: Master Data').getByRole('button', { name: 'Add 1 role' }).click()
  await button('Undo').click()
  await expect
    .poll(() => bodies(`PUT ${path}/${marta.id}`))
    .toEqual([
      { isInheritable: true, roles: [roleId('Manager'), roleId('Signer')], ends: [], modifiedOn: marta.modifiedOn },
    ])
  await expect.element(text('The change was undone')).toBeVisible()
})

test('R4.8-01 a picker that is left gives nothing, and the switch is off again', async () => {
  const { access, dialog, bodies } = await open()
  await access('Missions').click()
  await dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Choose roles: Missions')).not.toBeInTheDocument()
  await expect.element(access('Missions')).not.toBeChecked()
  await expect.element(access('Missions')).toHaveFocus()
  await access('Missions').click()
  await access('Missions').click()
  await expect.element(access('Missions')).not.toBeChecked()
  expect(bodies(`POST ${path}`)).toEqual([])
})

test('R4.8-01 another role is added beside those that are there; what is inherited says from where', async () => {
  const { drawer, dialog } = await open()
  await drawer.getByRole('button', { name: 'Add role: Grants' }).click()
  const picker = dialog('Add role: Grants')
  await expect.element(picker.getByText('Inherited from Meridian Iberia')).toBeVisible()
  expect(
    picker
      .getByRole('checkbox')
      .elements()
      .map((box) => box.closest('label')?.querySelector('b')?.textContent),
  ).toEqual(['Reader', 'Auditor'])
})

test('R6-10 R6-11 a UserAdministrator gives roles, and does not see identity.global', async () => {
  const more = { 'GET /admin/applications/approles': list(...roleChoices, portalRoles) }
  const has = at(marta, {
    roles: [...(marta.roles ?? []), entry('Support', 2, 'above', { applicationName: 'identity.global' })],
  })
  const { access, text } = await open({ roles: ['UserAdministrator'], has, more })
  await expect.element(access('Grants')).toBeEnabled()
  await expect.element(text('Portal')).not.toBeInTheDocument()
  await expect.element(text('Support')).not.toBeInTheDocument()
  await close()
  const both = await open({ roles: ['UserAdministrator', 'Administrator'], has, more })
  await expect.element(both.access('Portal')).toBeChecked()
})

test('R6-22 roles of the whole portal are not given at a tenant', async () => {
  const { access, line } = await open({
    more: { 'GET /admin/applications/approles': list(...roleChoices, portalRoles) },
  })
  await expect.element(access('Portal')).toBeDisabled()
  await expect.element(line('Portal').getByText('Given at Global only')).toBeVisible()
})

test('R6-20 in a visibility mode only what is meant for it is shown', async () => {
  const { calls, drawer } = await open({
    base: 'profile',
    roles: ['SystemManager'],
    visibility: 'ServiceManager',
    more: { 'GET /profile/applications/approles': list(roleChoices[0] ?? {}) },
  })
  expect(calls('GET /profile/applications/approles')[0]?.query.get('visibility')).toBe('ServiceManager')
  expect(shownApplications()).toEqual(['Grants'])
  await expect.element(drawer.getByText('Signer')).not.toBeInTheDocument()
})

test('R6-20 anyone who may only look cannot change anything', async () => {
  const { access, drawer } = await open({
    base: 'profile',
    roles: ['IdentityConsultant'],
    more: { 'GET /profile/applications/approles': list(...roleChoices) },
  })
  await expect.element(drawer.getByText('You may look, not change. Ask an administrator of this tenant.')).toBeVisible()
  await expect.element(access('Grants')).toBeDisabled()
  await expect.element(drawer.getByRole('button', { name: 'Remove Manager' })).not.toBeInTheDocument()
})

test('R9-12 R3.5-03 all applications are asked for at once, for this identity at this tenant', async () => {
  const { calls } = await open()
  const sentQuery = calls('GET /admin/applications/approles')[0]?.query
  expect(Object.fromEntries(sentQuery ?? [])).toMatchObject({
    take: '1000000',
    identityId: marta.identityId,
    tenantId: barcelona.id,
  })
})

test('R9-09 the list is at most 420 px high, and its last row shows half of itself', async () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    id: 100 + index,
    name: `app${index}`,
    displayName: `Application ${index}`,
    roles: [],
  }))
  const { page } = await open({ more: { 'GET /admin/applications/approles': list(...roleChoices, ...many) } })
  await page.viewport(1440, 900)
  const box = () => document.querySelector('.rl')?.getBoundingClientRect()
  await expect.poll(() => box()?.height ?? 999).toBeLessThanOrEqual(420)
  const bottom = box()?.bottom ?? 0
  const cut = [...document.querySelectorAll('.rl>li')]
    .map((row) => row.getBoundingClientRect())
    .find((row) => row.top < bottom && row.bottom > bottom)
  const visible = (bottom - (cut?.top ?? 0)) / (cut?.height ?? 1)
  expect(visible).toBeGreaterThan(0.35)
  expect(visible).toBeLessThan(0.65)
})

test('R4.8-01 applications are found by their name or by a role, accents aside, and those with access stand first', async () => {
  const { drawer, page, button } = await open()
  expect(shownApplications()).toEqual(['Grants', 'Signature', 'Master Data', 'Missions'])
  await page.getByRole('textbox', { name: 'Search application or role' }).fill('stéward')
  await expect.poll(shownApplications).toEqual(['Master Data'])
  await page.getByRole('textbox', { name: 'Search application or role' }).fill('nothing like it')
  await expect.element(drawer.getByText('Nothing matches')).toBeVisible()
  await button('Clear all').click()
  await button('With access 2').click()
  await expect.poll(shownApplications).toEqual(['Grants', 'Signature'])
  await expect.element(button('All applications 4')).toHaveAttribute('aria-pressed', 'false')
})

test('A-86 what comes through groups is told with the groups’ names, explained where that can be, and never a chip', async () => {
  let explained = 0
  const group = { id: roleId('g'), name: 'Grants Iberia' }
  const has = at(marta, {
    roles: [
      entry('Manager', 10, 'own'),
      entry('Auditor', 10, 'above', { viaGroup: group }),
      entry('Approver', 13, 'above', { viaGroup: group }),
    ],
  })
  const { drawer, access, calls } = await open({ has, onExplain: () => void (explained += 1) })
  await expect.element(drawer.getByRole('heading', { name: '2 more roles through groups' })).toBeVisible()
  await expect.element(drawer.getByText(/Grants Iberia\./)).toBeVisible()
  await expect.element(access('Missions')).not.toBeChecked()
  expect([...document.querySelectorAll('.rl .rc')].map(({ textContent }) => textContent)).toEqual(['Manager'])
  await drawer.getByRole('button', { name: 'Explain access' }).click()
  expect(explained).toBe(1)
  expect(calls(`GET ${path}/identity`)[0]?.query.get('includeHierarchy')).toBe('true')
})

test('R3.8-08 inheritance says how many tenants are below; turning it off asks', async () => {
  const { drawer, toggle, alert, bodies, answers } = await open()
  answers[`POST ${path}`] = { body: marta }
  await expect.element(drawer.getByText('Own roles given here also apply in the 24 tenants below.')).toBeVisible()
  await toggle('Inheritable').click()
  await alert('Stop passing down the roles of Marta Weber?').getByRole('button', { name: 'Stop passing down' }).click()
  await expect.poll(() => bodies(`POST ${path}`)).toMatchObject([{ roles: [], isInheritable: false }])
})

test('R3.8-08 who has no row yet is asked nothing: how the first role will be given is chosen before', async () => {
  const { toggle, access, dialog, drawer, bodies, answers } = await open({ has: nobodyYet(marta) })
  answers[`POST ${path}`] = { body: marta }
  await expect.element(drawer.getByText('No access yet')).toBeVisible()
  await expect.element(toggle('Inheritable')).not.toBeChecked()
  await toggle('Inheritable').click()
  expect(bodies(`POST ${path}`)).toEqual([])
  await access('Missions').click()
  await dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' }).click()
  await dialog('Choose roles: Missions').getByRole('button', { name: 'Add 1 role' }).click()
  await expect.poll(() => bodies(`POST ${path}`)).toMatchObject([{ roles: [roleId('Approver')], isInheritable: true }])
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

test('an own role gets a day on which it ends, is announced before, and loses it again', async () => {
  const { drawer, dialog, bodies, answers, became, has } = await open()
  answers[`PUT ${path}/${marta.id}`] = ({ body }) => {
    const { ends = [] } = body as { ends?: { roleId: string; endsOn: string }[] }
    return {
      body: became({
        roles: has().roles.map((role) => ({
          ...role,
          endsOn: ends.find((end) => end.roleId === role.roleId)?.endsOn ?? null,
        })),
      }),
    }
  }
  await drawer.getByRole('button', { name: 'Manager: end date' }).click()
  const day = () => drawer.getByLabelText('Ends on')
  await expect.element(day()).toHaveFocus()
  await day().fill(dayOf(inDays(-3)))
  await expect.element(drawer.getByText('Choose a day after today, or remove the role.')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Save' })).toBeDisabled()
  const far = inDays(200)
  await day().fill(dayOf(far))
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(drawer.getByText(`until ${dayOf(far).split('-').toReversed().join('-')}`)).toBeVisible()
  expect(bodies(`PUT ${path}/${marta.id}`)[0]).toEqual({
    isInheritable: true,
    roles: [roleId('Manager'), roleId('Signer')],
    ends: [{ roleId: roleId('Manager'), endsOn: new Date(`${dayOf(far)}T00:00:00`).toISOString() }],
    modifiedOn: marta.modifiedOn,
  })
  await drawer.getByRole('button', { name: /^Manager.*: end date$/ }).click()
  await day().fill(dayOf(inDays(9)))
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.element(drawer.getByText('ends in 9 days')).toBeVisible()
  await drawer.getByRole('button', { name: /^Manager.*: end date$/ }).click()
  await dialog(/^Manager.*: end date$/)
    .getByRole('button', { name: 'Clear end date' })
    .click()
  await expect.element(drawer.getByText('ends in 9 days')).not.toBeInTheDocument()
  expect(bodies(`PUT ${path}/${marta.id}`).at(-1)).toMatchObject({ ends: [] })
})

test('what cannot be given is said in the editor, and nothing changes', async () => {
  const { access, dialog, drawer, answers } = await open()
  const message = 'Role not found or not available for the selected application'
  const about = { code: 'role-not-found', message }
  answers[`POST ${path}`] = {
    status: 400,
    body: { ...about, messages: [message], errors: [{ ...about, field: 'roles', data: {} }] },
  }
  await access('Missions').click()
  await dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' }).click()
  await dialog('Choose roles: Missions').getByRole('button', { name: 'Add 1 role' }).click()
  await expect.element(drawer.getByText(message)).toBeVisible()
  await expect.element(access('Missions')).not.toBeChecked()
})

test('R8.1-02 a 403 is worded for those who give rights away', async () => {
  const { access, dialog, drawer, answers } = await open()
  answers[`POST ${path}`] = { status: 403 }
  await access('Missions').click()
  await dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' }).click()
  await dialog('Choose roles: Missions').getByRole('button', { name: 'Add 1 role' }).click()
  await expect.element(drawer.getByText('not authorised to perform this action')).toBeVisible()
})

test('R4.8-01 by keyboard: the picker takes the focus and gives it back to the switch, and so does a role that was closed', async () => {
  const { access, dialog, drawer, alert, answers, became } = await open()
  ;(access('Missions').element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(dialog('Choose roles: Missions').getByRole('checkbox', { name: 'Approver' })).toHaveFocus()
  answers[`POST ${path}`] = () => ({ body: became({ roles: [...(marta.roles ?? []), entry('Approver', 13, 'own')] }) })
  await userEvent.keyboard(' {Tab}{Tab}{Enter}')
  await expect.element(access('Missions')).toHaveFocus()
  await expect.element(drawer.getByRole('button', { name: 'Remove Approver' })).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}')
  ;(drawer.getByRole('button', { name: 'Remove Approver' }).element() as HTMLElement).focus()
  answers[`PUT ${path}/${marta.id}`] = () => ({ body: became({ roles: marta.roles ?? [] }) })
  await userEvent.keyboard('{Enter}{Tab}{Enter}')
  await expect.element(alert(question)).not.toBeInTheDocument()
  await expect.element(access('Missions')).not.toBeChecked()
  await expect.element(access('Missions')).toHaveFocus()
})

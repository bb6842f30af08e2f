// /admin/applications/{id}: one application, its roles and its users.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { globalTenant } from '#contract/tenants.ts'
import {
  exportScope,
  list,
  luca,
  openApplications,
  ownScopesPath,
  reader,
  rolesPath,
  scopesPath,
  type Harness,
} from './applications.harness.tsx'
import { close } from '#web/app/portal.harness.tsx'

afterEach(close)

const ferrer = '00000000-0000-4000-8000-000000000401'
const chosenTab = ({ page }: Harness) => page.getByRole('tab', { selected: true })

test('R2.5-35 R9-17 an application has the tabs Roles, by name, Users and Connect; the address says which one is open', async () => {
  for (const [at, tab] of [
    ['/101', 'Roles'],
    ['/101/users', 'Users'],
    ['/101/other', 'Roles'],
  ] as const) {
    const harness = await openApplications(at)
    await expect.element(harness.heading('Grants Desk')).toBeVisible()
    await expect
      .poll(() =>
        harness.page
          .getByRole('tab')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Roles1', 'Users1', 'Connect', 'Disclaimer'])
    await expect.element(chosenTab(harness)).toMatchTextContent(tab)
    await expect.element(harness.link(tab === 'Roles' ? 'Reader' : 'Luca Navarro')).toBeVisible()
    const orders = harness.calls(`GET ${rolesPath}?skip`).map(({ path }) => path.split('&').at(-1))
    expect(orders).toEqual(tab === 'Roles' ? ['orderBy=name+asc'] : [])
    await close()
  }
})

test.each(['roles', 'users', 'connect', 'disclaimer'])(
  'R2.5-60 the path calls the tab %s as its heading',
  async (tab) => {
    const harness = await openApplications(`/101/${tab}`)
    const tabText = () => chosenTab(harness).element().textContent.replace(/\d+$/, '')
    await expect.element(harness.heading('Grants Desk')).toBeVisible()
    const here = () => document.querySelector('.crumb [aria-current]')?.textContent
    await expect.poll(here).toBe(tabText())
  },
)

test('R2.5-35 a tab that is walked to stands in the address', async () => {
  const harness = await openApplications('/101')
  await harness.page.getByRole('tab', { name: /Roles/ }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(harness.link('Luca Navarro')).toBeVisible()
  expect(location.pathname).toBe('/identity/admin/applications/101/users')
  await expect.element(harness.page.getByRole('tab', { name: /Users/ })).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(harness.link('Reader')).toBeVisible()
  expect(location.pathname).toBe('/identity/admin/applications/101')
})

test('R2.5-37 the list of users leads to the page of one in this application: their roles, and how each came', async () => {
  const harness = await openApplications('/101/users')
  await harness.link('Luca Navarro').click()
  await expect.element(harness.heading('Luca Navarro')).toBeVisible()
  expect(location.pathname).toBe(`/identity/admin/applications/101/users/${luca.id}`)
  const roles = harness.page.getByRole('region', { name: 'Roles in this application' }).getByRole('listitem')
  await expect.element(roles.nth(0)).toMatchTextContent(/Reader.*Grupo Ferrer.*and below.*Given directly/)
  await expect.element(roles.nth(1)).toMatchTextContent(/Reader.*Everywhere.*Through Support desk/)
  await expect.element(harness.text('nuria.puig')).toBeVisible()
})

test('beside every role of a user of an application one click opens its reason, at the tenant that gives it', async () => {
  const { button, dialog, calls } = await openApplications('/101/users')
  const questions = () => calls('GET /admin/access/why').map(({ path }) => path.replace('/admin/access/why?', ''))
  await expect.element(button('Why Writer at Everywhere?')).toBeVisible()
  await button('Why Reader at Grupo Ferrer?').click()
  await expect.element(dialog('Why does Luca Navarro have this role?')).toBeVisible()
  await expect.poll(questions).toEqual([`userId=${luca.id}&roleId=${reader.id}&tenantId=${ferrer}`])
  await close()
  const one = await openApplications(`/101/users/${luca.id}`)
  await one.button('Why Reader at Grupo Ferrer?').click()
  await expect.element(one.dialog('Why does Luca Navarro have this role?')).toBeVisible()
  // By its button: the pointer, resting where it opened it, would get the tooltip, which lies over the next one.
  await one.dialog('Why does Luca Navarro have this role?').getByRole('button', { name: 'Close' }).first().click()
  await one.button('Why Reader at Everywhere?').click()
  await expect
    .poll(() => one.calls('GET /admin/access/why').map(({ path }) => path.split('tenantId=')[1]))
    .toEqual([ferrer, globalTenant])
})

test('a scope of one user alone is added, and removed after a question', async () => {
  const { page, button, calls, answers, text } = await openApplications(`/101/users/${luca.id}`)
  answers[`POST ${ownScopesPath}`] = { body: exportScope }
  answers[`DELETE ${ownScopesPath}/${exportScope.id}`] = { body: {} }
  await page.getByLabelText('Scope *').fill('grants.print')
  await button('Add scope').click()
  await expect.poll(() => calls(`POST ${ownScopesPath}`).map(({ body }) => body)).toEqual([{ scope: 'grants.print' }])
  await button('Actions for grants.export').click()
  await page.getByRole('menuitem', { name: 'Remove scope' }).click()
  await expect.element(text('New tokens of this user no longer carry it.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove scope' }).click()
  await expect
    .poll(() => calls(`DELETE ${ownScopesPath}`).map(({ path }) => path))
    .toEqual([`${ownScopesPath}/${exportScope.id}`])
})

test('R5.4-07 a new role needs a name, and opens once it is made', async () => {
  const { button, dialog, calls, answers, heading, text } = await openApplications('/101')
  answers[`POST ${rolesPath}`] = { body: reader }
  await button('New role').click()
  const questions = dialog('New role')
  const name = questions.getByLabelText('Name *')
  await expect.element(name).toHaveFocus()
  await questions.getByRole('button', { name: 'Create' }).click()
  await expect.element(name).toHaveAccessibleDescription('This field is required')
  expect(calls(`POST ${rolesPath}`)).toHaveLength(0)
  await name.fill('Reader')
  await questions.getByRole('button', { name: 'Create' }).click()
  await expect.element(heading('Reader')).toBeVisible()
  await expect.element(text('Role Reader created')).toBeVisible()
  expect(calls(`POST ${rolesPath}`).map(({ body }) => body)).toEqual([{ name: 'Reader', description: '' }])
  expect(location.pathname).toBe(`/identity/admin/applications/101/roles/${reader.id}`)
})

test('a role is deleted after a question that says who loses it', async () => {
  const { button, page, calls, answers, text } = await openApplications('/101')
  answers[`DELETE ${rolesPath}/${reader.id}`] = { body: {} }
  await button('Actions for Reader').click()
  await page.getByRole('menuitem', { name: 'Delete role' }).click()
  await expect.element(text(/^3 members lose it at once/)).toBeVisible()
  expect(calls('DELETE')).toHaveLength(0)
  await page
    .getByRole('alertdialog', { name: 'Delete the role Reader?' })
    .getByRole('button', { name: 'Delete role' })
    .click()
  await expect.element(text('Role deleted')).toBeVisible()
  expect(calls('DELETE').map(({ path }) => path)).toEqual([`${rolesPath}/${reader.id}`])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'deleteRole',
    applicationId: 101,
    roleId: reader.id,
  })
  answers[`POST /admin/access/undo/removal/${reader.id}`] = { body: { success: true, errors: [] } }
  await button('Undo').click()
  await expect.element(text('1 restored')).toBeVisible()
})

const atRole = (more: Parameters<typeof openApplications>[1] = {}) => openApplications(`/101/roles/${reader.id}`, more)

test('R2.5-36 the name of a role is read, its description changed; a tab has its scopes', async () => {
  const { page, button, text, calls, answers } = await atRole()
  answers[`PATCH ${rolesPath}/${reader.id}`] = ({ body }) => {
    answers[`GET ${rolesPath}/${reader.id}`] = { body: { ...reader, ...(body as object) } }
    return { body: { ...reader, ...(body as object) } }
  }
  const general = page.getByRole('form', { name: 'General properties' })
  await expect.element(general.getByLabelText('Name')).toHaveValue('Reader')
  await expect.element(general.getByLabelText('Name')).toHaveAttribute('readonly')
  await general.getByLabelText('Description').fill('Reads every call')
  await expect.element(text('1 change not saved: Description')).toBeVisible()
  await button('Save changes').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  expect(calls('PATCH').map(({ body }) => body)).toEqual([
    { description: 'Reads every call', modifiedOn: reader.modifiedOn },
  ])
  await expect.element(button('Save changes')).toBeDisabled()
  await expect.element(page.getByRole('tab', { name: 'Role access scopes' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('tabpanel').getByRole('cell', { name: 'grants.calls.read' })).toBeVisible()
})

test('T82 anyone who saves a role later keeps what was typed, learns who was faster and when, and saves on top of it', async () => {
  const { page, button, text, calls, answers } = await atRole()
  const theirs = { ...reader, serviceManagerVisibility: true, modifiedOn: '2026-11-22T04:10:00.000Z' }
  answers[`PATCH ${rolesPath}/${reader.id}`] = () => {
    answers[`GET ${rolesPath}/${reader.id}`] = { body: theirs }
    const changed = { by: null, on: theirs.modifiedOn }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'The system changed this', changed } }
  }
  const description = page.getByRole('form', { name: 'General properties' }).getByLabelText('Description')
  await description.fill('Reads every call')
  await button('Save changes').click()
  await expect.element(text(/^This was changed on 22-11-2026/)).toBeVisible()
  await button('Load the newer state').click()
  await expect.element(description).toHaveValue('Reads every call')
  answers[`PATCH ${rolesPath}/${reader.id}`] = { body: { ...theirs, description: 'Reads every call' } }
  await button('Save changes').click()
  await expect.element(text('Changes have been saved')).toBeVisible()
  const sent = { description: 'Reads every call', modifiedOn: theirs.modifiedOn }
  expect(calls('PATCH').at(-1)?.body).toEqual(sent)
})

test('R9-13 R5.4-08 a scope is required, says what it takes, and is added', async () => {
  const { page, button, calls, answers } = await atRole()
  const scope = page.getByLabelText('Scope *')
  await expect.element(scope).toHaveAccessibleDescription('Lowercase letters and numbers with . / : _ -')
  await button('Add scope').click()
  await expect.element(scope).toHaveAccessibleDescription('A scope is required')
  for (const wrong of ['Grants.Read', 'grants read', 'grants,read']) {
    await scope.fill(wrong)
    await button('Add scope').click()
    await expect.element(scope).toHaveAttribute('aria-invalid', 'true')
    await expect.element(scope).toHaveAccessibleDescription('Lowercase letters and numbers with . / : _ -')
  }
  expect(calls(`GET ${scopesPath}`).map(({ path }) => path)).toEqual([`${scopesPath}?skip=0&take=10&orderBy=scope+asc`])
  expect(calls(`POST ${scopesPath}`)).toHaveLength(0)
  answers[`POST ${scopesPath}`] = ({ body }) => {
    answers[`GET ${scopesPath}`] = list({ scope: 'grants.calls.read' }, body as object)
    return { body }
  }
  await scope.fill('grants/calls:read_2.all-of-it')
  await button('Add scope').click()
  await expect.element(page.getByRole('cell', { name: 'grants/calls:read_2.all-of-it' })).toBeVisible()
  expect(calls(`POST ${scopesPath}`).map(({ body }) => body)).toEqual([{ scope: 'grants/calls:read_2.all-of-it' }])
  await expect.element(scope).toHaveValue('')
})

test('R8.3-06 the owner deletes an application from its page, and is led back to the list', async () => {
  const { button, page, text, heading, calls } = await openApplications('/101', {
    'DELETE /admin/applications/101': { body: {} },
  })
  await button('Delete application').click()
  await page
    .getByRole('alertdialog', { name: 'Delete Grants Desk?' })
    .getByRole('button', { name: 'Delete application' })
    .click()
  await expect.element(text('Application deleted successfully.')).toBeVisible()
  await expect.element(heading('Applications')).toBeVisible()
  expect(location.pathname).toBe('/identity/admin/applications')
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({ kind: 'deleteApplication', applicationId: 101 })
})

test('an application that is not there says so', async () => {
  const { text } = await openApplications('/999')
  await expect.element(text('Not found')).toBeVisible()
})

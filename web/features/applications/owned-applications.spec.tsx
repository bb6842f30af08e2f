// The owners of applications from the start of the administration, and the list that has not caught up with a save.
import { afterEach, expect, test } from 'vitest'
import { applications, type OwnedApplication } from '#contract/applications.ts'
import { close, open } from '#web/app/portal.harness.tsx'
import { addToTheirs, grants, list, luca } from './applications.harness.tsx'

afterEach(close)

const owned: OwnedApplication = {
  id: grants.id,
  name: grants.name,
  displayName: grants.displayName,
  owners: grants.owners,
  userIsOwner: true,
  iconVersion: null,
  modifiedOn: grants.modifiedOn,
}
const bea = { id: luca.id.replace(/1$/, '9'), userName: 'bea.sol', displayName: 'Bea Sol' }
const withBea = { ...owned, owners: [...owned.owners, bea], modifiedOn: '2026-11-22T04:10:00.000Z' }

/** The list is as it was read; by its id an application is read as it is now. */
const opened = async (now: () => OwnedApplication) => {
  const harness = await open({
    at: '/identity/admin',
    who: { role: ['UserAdministrator'] },
    answers: {
      [`GET ${applications.owned.path}`]: ({ path }) => list(path.includes('filter=') ? now() : owned),
      'GET /admin/users': list(luca),
    },
  })
  await harness.button('Actions for Grants Desk').click()
  await harness.page.getByRole('menuitem', { name: 'Change owners' }).click()
  return { ...harness, owners: harness.dialog('Owners of Grants Desk') }
}

test('A-69 owners that are opened while the list still shows the ones before are those of now', async () => {
  const { owners, calls, answers, page } = await opened(() => withBea)
  await owners.getByRole('button', { name: 'Remove Bea Sol' }).click()
  answers[`PUT /admin/applications/${owned.id}/owners`] = { body: grants }
  await owners.getByRole('combobox', { name: 'Add an owner' }).fill('luc')
  await page.getByRole('option', { name: /Luca Navarro/ }).click()
  await owners.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => calls('PUT').map(({ body }) => body))
    .toEqual([{ owners: [grants.owners[0]?.id, luca.id], modifiedOn: withBea.modifiedOn }])
})

test('T82 anyone who changes the owners of their own application later adds to what somebody else saved', async () => {
  let now = owned
  const harness = await opened(() => now)
  const { owners, calls, answers, page } = harness
  await owners.getByRole('combobox', { name: 'Add an owner' }).fill('luc')
  await page.getByRole('option', { name: /Luca Navarro/ }).click()
  answers[`PUT /admin/applications/${owned.id}/owners`] = () => {
    now = withBea
    const changed = { by: 'Bea Sol', on: withBea.modifiedOn }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'x', changed } }
  }
  await addToTheirs(harness, owners)
  const all = [grants.owners[0]?.id, bea.id, luca.id]
  await expect.poll(() => calls('PUT').at(-1)?.body).toEqual({ owners: all, modifiedOn: withBea.modifiedOn })
})

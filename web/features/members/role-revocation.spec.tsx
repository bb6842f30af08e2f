// Roles of a member are taken.
import { afterEach, expect, test } from 'vitest'
import { at, close, entry, marta, roleId } from './members.harness.tsx'
import { path, open } from './role-editor.harness.tsx'

afterEach(close)

const question = 'Are you sure to revoke this access?'

test('R4.8-05 R4.8-06 own roles can be closed, inherited ones are locked and name their tenant', async () => {
  const { line, drawer } = await open()
  await expect.element(line('Grants').getByText('1 own, 1 inherited')).toBeVisible()
  const chips = [...line('Grants').element().querySelectorAll('.rc')]
  expect(chips.map(({ className, textContent }) => [className, textContent])).toEqual([
    ['rc own', 'Manager'],
    ['rc inh', 'ReaderMeridian Iberia'],
  ])
  await expect.element(line('Grants').getByRole('button', { name: 'Remove Manager' })).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Remove Reader' })).not.toBeInTheDocument()
  await expect.element(drawer.getByText('Every change is saved and logged at once')).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Close', exact: true }).elements()).toHaveLength(2)
})

test('R4.8-05 an own role is closed after a question, and that role only; how it stood on the server is where it begins', async () => {
  const { drawer, alert, bodies, answers, became, line } = await open()
  // Somebody else gave one more meanwhile.
  became({ roles: [...(marta.roles ?? []), entry('Auditor', 10, 'own', { endsOn: '2030-01-01T00:00:00.000Z' })] })
  answers[`PUT ${path}/${marta.id}`] = () => ({
    body: became({ roles: [entry('Reader', 10, 'above'), entry('Signer', 11, 'own')] }),
  })
  await drawer.getByRole('button', { name: 'Remove Manager' }).click()
  await expect
    .element(
      alert(question).getByText(
        /Marta Weber loses Manager at Innovation Barcelona and at every tenant below at once\./,
      ),
    )
    .toBeVisible()
  await expect.element(alert(question).getByRole('button', { name: 'Keep access' })).toHaveFocus()
  await alert(question).getByRole('button', { name: 'Revoke role' }).click()
  await expect
    .poll(() => bodies(`PUT ${path}/${marta.id}`))
    .toEqual([
      {
        isInheritable: true,
        roles: [roleId('Signer'), roleId('Auditor')],
        ends: [{ roleId: roleId('Auditor'), endsOn: '2030-01-01T00:00:00.000Z' }],
        modifiedOn: marta.modifiedOn,
      },
    ])
  await expect.element(line('Grants').getByText('1 inherited')).toBeVisible()
  await expect.element(alert(question)).not.toBeInTheDocument()
})

test('R4.8-05 of a role that is own and inherited the own part goes, and the question says what stays', async () => {
  const { drawer, alert } = await open({ has: at(marta, { roles: [entry('Manager', 10, 'both')] }) })
  await drawer.getByRole('button', { name: 'Remove Manager' }).click()
  await expect.element(alert(question).getByText(/What comes from Meridian Iberia stays/)).toBeVisible()
})

test('R4.8-02 turning access off asks, and takes all of that application', async () => {
  const own = at(marta, { roles: [entry('Manager', 10, 'own'), entry('Auditor', 10, 'own')], isInheritable: false })
  const { access, alert, bodies, answers, became, text } = await open({ has: own })
  answers[`POST ${path}/revokeAccess`] = () => ({
    body: became({ roles: [entry('Reader', 10, 'above', { viaGroup: { id: roleId('g'), name: 'Grants Iberia' } })] }),
  })
  await access('Grants').click()
  await expect
    .element(
      alert(question).getByText(
        /Marta Weber loses these roles of Grants at Innovation Barcelona at once: Manager, Auditor\./,
      ),
    )
    .toBeVisible()
  await alert(question).getByRole('button', { name: 'Keep access' }).click()
  expect(bodies(`POST ${path}/revokeAccess`)).toEqual([])
  await expect.element(access('Grants')).toBeChecked()
  await access('Grants').click()
  await alert(question).getByRole('button', { name: 'Revoke access' }).click()
  await expect
    .poll(() => bodies(`POST ${path}/revokeAccess`))
    .toEqual([{ applicationIds: [10], userId: marta.identityId, includeParent: false }])
  await expect.element(text('Access to Grants revoked. Marta Weber still has it through Grants Iberia.')).toBeVisible()
  await expect.element(access('Grants')).not.toBeChecked()
})

test('R4.8-03 where access is inherited an Administrator chooses between this element and all of it', async () => {
  const { access, alert, bodies, answers, became } = await open()
  answers[`POST ${path}/revokeAccess`] = () => ({
    body: became({ roles: [entry('Reader', 10, 'above'), entry('Signer', 11, 'own'), entry('Viewer', 11, 'above')] }),
  })
  await access('Grants').click()
  const confirmation = alert(question)
  await expect.element(confirmation.getByRole('radio', { name: /this element only/ })).toBeChecked()
  await expect
    .element(
      confirmation.getByText(
        'What was given at Innovation Barcelona goes: Manager. What comes from Meridian Iberia stays.',
      ),
    )
    .toBeVisible()
  await expect
    .element(
      confirmation.getByText(
        'Marta Weber loses it at Meridian Iberia, too, and wherever else it came down from there.',
      ),
    )
    .toBeVisible()
  await confirmation.getByRole('button', { name: 'Revoke here' }).click()
  await expect
    .poll(() => bodies(`POST ${path}/revokeAccess`))
    .toEqual([{ applicationIds: [10], userId: marta.identityId, includeParent: false }])
  await expect.element(access('Grants')).toBeChecked()
})

test('R4.8-03 where nothing is own, only all access can be revoked', async () => {
  const { access, alert, bodies, answers, became } = await open({
    has: at(marta, { roles: [entry('Reader', 10, 'above')] }),
  })
  answers[`POST ${path}/revokeAccess`] = () => ({ body: became({ roles: [] }) })
  await access('Grants').click()
  await expect.element(alert(question).getByRole('radio', { name: /this element only/ })).toBeDisabled()
  await expect
    .element(
      alert(question).getByText(
        'Nothing was given at Innovation Barcelona itself: all of it comes from Meridian Iberia.',
      ),
    )
    .toBeVisible()
  await alert(question).getByRole('button', { name: 'Revoke all access' }).click()
  await expect
    .poll(() => bodies(`POST ${path}/revokeAccess`))
    .toEqual([{ applicationIds: [10], userId: marta.identityId, includeParent: true }])
  await expect.element(access('Grants')).not.toBeChecked()
})

test('R4.8-04 anyone who is no Administrator is told that only Admin can revoke what is inherited', async () => {
  const { access, alert, bodies, page } = await open({ roles: ['UserAdministrator'] })
  await access('Grants').click()
  await expect
    .element(alert('Only Admin can revoke this access').getByText(/Access to Grants comes from Meridian Iberia\./))
    .toBeVisible()
  await alert('Only Admin can revoke this access').getByRole('button', { name: 'Close' }).click()
  await expect.element(access('Grants')).toBeChecked()
  expect(page.getByText(question).elements()).toEqual([])
  expect(bodies(`POST ${path}/revokeAccess`)).toEqual([])
})

test('R4.8-04 the server’s refusal is told in its words', async () => {
  const { access, alert, answers } = await open({
    roles: ['UserAdministrator'],
    has: at(marta, { roles: [entry('Manager', 10, 'own')] }),
  })
  answers[`POST ${path}/revokeAccess`] = {
    status: 403,
    body: { code: 'only-admin-revokes', message: 'Only Admin can revoke this access' },
  }
  await access('Grants').click()
  await alert(question).getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(alert(question).getByRole('alert')).toHaveTextContent('Only Admin can revoke this access')
  answers[`POST ${path}/revokeAccess`] = { status: 403 }
  await alert(question).getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(alert(question).getByRole('alert')).toHaveTextContent('not authorised to perform this action')
})

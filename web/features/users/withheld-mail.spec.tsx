// what may not be done with the account of an Administrator or a God is shown as such, with its reason.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserItem } from '#contract/users.ts'
import { close } from '#web/app/portal.harness.tsx'
import { ana, chloe, list, luca, openUsers, whole } from './users.harness.tsx'

afterEach(close)

const onlyAdministrator = 'Only an Administrator may change the account of an Administrator or a God'
const onlyGod = 'Only a God may change the e-mail or password of a God, or delete the account'

const opened = (path: string, user: UserItem, role: string[], others: readonly UserItem[] = []) =>
  openUsers(path, {
    role,
    more: {
      'GET /admin/users': list(user, ...others),
      [`GET /admin/users/${user.id}`]: { body: whole(user) },
      [`GET /admin/users/${user.id}/groups`]: list(),
    },
  })

type Harness = Awaited<ReturnType<typeof opened>>

const items = ({ page }: Harness) =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => [item.querySelector('span')?.firstChild?.textContent, item.querySelector('small')?.textContent])

const userAdministrator = ['UserAdministrator']

test('A-47 A-67 a UserAdministrator reads in the menu of an Administrator’s row what is not theirs to do, and why', async () => {
  const harness = await opened('', { ...luca, missingRole: 'Administrator' }, userAdministrator, [chloe])
  await harness.button('Actions for Luca Navarro').click()
  expect(items(harness)).toEqual([
    ['Open', undefined],
    ['Change password', onlyAdministrator],
    ['Send invitation', onlyAdministrator],
    ['Add to group', undefined],
    ['Tenant roles', undefined],
    ['Add tenant roles', undefined],
    ['See as this person', undefined],
    ['Lock user', onlyAdministrator],
    ['Delete', onlyAdministrator],
  ])
  await userEvent.keyboard('{Escape}')
  await harness.button('Actions for Chloe Schneider').click()
  expect(items(harness).filter(([, why]) => why)).toEqual([])
})

test('A-47 an unlock and an undraft are held back in the same way', async () => {
  for (const [user, verb] of [
    [chloe, 'Unlock user'],
    [ana, 'Approve draft'],
  ] as const) {
    const harness = await opened('', { ...user, missingRole: 'Administrator' }, userAdministrator)
    await harness.button(`Actions for ${user.firstName} ${user.lastName}`).click()
    expect(items(harness)).toContainEqual([verb, onlyAdministrator])
    await close()
  }
})

test('A-67 an Administrator does with a God’s row what the server lets them, and no more', async () => {
  const harness = await opened('', { ...luca, missingRole: 'God' }, ['Administrator'])
  await harness.button('Actions for Luca Navarro').click()
  expect(items(harness).filter(([, why]) => why)).toEqual([
    ['Change password', onlyGod],
    ['Delete', onlyGod],
  ])
})

test('A-47 the account of an Administrator is not selected, with its reason, so that nothing is done with it in bulk', async () => {
  const harness = await opened('', { ...luca, missingRole: 'Administrator' }, userAdministrator, [chloe])
  const box = harness.page.getByRole('checkbox', { name: `Luca Navarro cannot be selected: ${onlyAdministrator}` })
  await expect.element(box).toBeDisabled()
  await harness.page.getByRole('checkbox', { name: 'Select this page of Users' }).click()
  await expect.element(harness.text('1 selected')).toBeVisible()
  await expect.element(box).not.toBeChecked()
})

test('A-47 the status of an Administrator is no way to a lock: pointer, keyboard, touch and screen reader are told why', async () => {
  const harness = await opened('', { ...luca, missingRole: 'Administrator' }, userAdministrator)
  const status = harness.button(/^Luca Navarro: active/i)
  await expect.element(status).toHaveAttribute('aria-disabled', 'true')
  await expect.element(status).toHaveAccessibleDescription(onlyAdministrator)
  const bubble = harness.page.getByRole('tooltip')
  await expect.element(bubble).not.toBeInTheDocument()
  await status.hover()
  await expect.element(bubble).toBeVisible()
  await harness.heading('Users').hover()
  await expect.element(bubble).not.toBeInTheDocument()
  ;(status.element() as HTMLElement).focus()
  await expect.element(bubble).toHaveTextContent(onlyAdministrator)
  await userEvent.keyboard('{Escape}')
  await expect.element(bubble).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.element(bubble).toBeVisible()
  await expect.element(harness.page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(harness.calls('GET /account/lock')).toEqual([])
})

test('A-47 A-67 the page of an Administrator shows a UserAdministrator everything and takes nothing', async () => {
  const harness = await opened(`/${luca.id}`, { ...luca, missingRole: 'Administrator' }, userAdministrator)
  const { button, page, text } = harness
  for (const name of ['Send invitation', 'Change password', 'Lock user']) {
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button(name)).toHaveAccessibleDescription(onlyAdministrator)
  }
  await page.viewport(390, 844)
  for (const name of ['Send invitation', 'Change password', 'Lock user']) {
    const { scrollWidth, clientWidth } = button(name).element()
    expect([name, scrollWidth > clientWidth]).toEqual([name, false])
  }
  await expect.element(page.getByRole('note')).toHaveTextContent(onlyAdministrator)
  for (const label of ['First name *', 'Email *', 'Phone number']) {
    await expect.element(page.getByLabelText(label)).toBeDisabled()
  }
  await expect.element(button('Save changes')).not.toBeInTheDocument()
  await button('More for Luca Navarro').click()
  const remove = page.getByRole('menuitem', { name: /Delete user/ })
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await expect.element(remove.getByText(onlyAdministrator)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(text('Luca Navarro').first()).toBeVisible()
})

test('A-67 on the page of a God an Administrator changes everything but e-mail and password', async () => {
  const { button, page, calls, answers } = await opened(`/${luca.id}`, { ...luca, missingRole: 'God' }, [
    'Administrator',
  ])
  const email = page.getByLabelText('Email *')
  await expect.element(email).toHaveAttribute('readonly')
  await expect.element(email).toHaveAccessibleDescription(onlyGod)
  await expect.element(button('Change password')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Lock user')).not.toHaveAttribute('aria-disabled')
  await expect.element(page.getByRole('note')).not.toBeInTheDocument()
  answers[`PATCH /admin/users/${luca.id}`] = { body: whole({ ...luca, firstName: 'Luke' }) }
  await page.getByLabelText('First name *').fill('Luke')
  await button('Save changes').click()
  await expect.poll(() => calls('PATCH').map(({ body }) => body)).toMatchObject([{ firstName: 'Luke' }])
})

// A tenant is taken away from a group, by those who may.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { close as closePart, harness } from '#web/app/admin/feature-parts.harness.tsx'
import { close, marta } from '#web/app/portal.harness.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { above, changedBy, desk, ferrer, id, list, tab } from './group-tenants.harness.tsx'
import { TenantsTab } from './tenants-tab.tsx'

afterEach(close)

test('R6-05 a tenant is taken away after a question that names what is lost, and the row of God by God only', async () => {
  const { button, page, calls, answers: all, text } = await tab()
  await expect.element(text('Shop · Buyer')).toBeVisible()
  await button('Actions for Global').click()
  await expect.element(text('Only God takes the role God away')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Actions for Grupo Ferrer').click()
  await page.getByRole('menuitem', { name: 'Take away' }).click()
  const tenantDialog = page.getByRole('alertdialog', { name: 'Take Grupo Ferrer away from Support desk?' })
  await expect
    .element(tenantDialog.getByText(/at Grupo Ferrer and at every tenant below: Shop · Buyer, Shop · Seller\./))
    .toBeVisible()
  all[`DELETE /admin/tenants/${ferrer.id}/members/${ferrer.memberId}`] = { body: {} }
  all[`GET /admin/groups/${desk.id}/tenants`] = list(above)
  await tenantDialog.getByRole('button', { name: 'Take away' }).click()
  await expect.element(text('Grupo Ferrer taken away from Support desk')).toBeVisible()
  expect(calls('DELETE /admin/tenants').map(({ path }) => path)).toEqual([
    `/admin/tenants/${ferrer.id}/members/${ferrer.memberId}`,
  ])
  expect(calls('POST /admin/access/preview').at(-1)?.body).toEqual({
    kind: 'removeMember',
    tenantId: ferrer.id,
    memberId: ferrer.memberId,
  })
  await expect.element(button('Actions for Grupo Ferrer')).not.toBeInTheDocument()
})

test('rule 29 what was taken away, or put at a tenant, is offered back: the reader’s own change, nobody else’s', async () => {
  const { button, page, calls, answers: all, text } = await tab()
  all[`DELETE /admin/tenants/${ferrer.id}/members/${ferrer.memberId}`] = { body: {} }
  all['GET /admin/access/changes'] = changedBy(marta.sub)
  all['POST /admin/access/undo/41'] = { body: { success: true, errors: [] } }
  const take = async () => {
    await button('Actions for Grupo Ferrer').click()
    await page.getByRole('menuitem', { name: 'Take away' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click()
    await button('Undo').click()
  }
  await take()
  await expect.poll(() => calls('POST /admin/access/undo/41')).toHaveLength(1)
  expect(calls('GET /admin/access/changes').map(({ path }) => path)).toEqual([
    `/admin/access/changes?identityId=${desk.id}&tenantId=${ferrer.id}&skip=0&take=1`,
  ])
  all['GET /admin/access/changes'] = changedBy(id('e9'))
  await take()
  await expect.element(text('Somebody else has changed it since.')).toBeVisible()
  expect(calls('POST /admin/access/undo')).toHaveLength(1)
})

test('R5.7-02 the group Users takes no further tenant, and says so', async () => {
  const { text, button } = await tab(['God', 'Administrator'], {
    ...desk,
    name: 'Users',
    automated: true,
    memberCount: null,
  })
  await expect.element(text('No further tenant roles may be added to the group Users')).toBeVisible()
  await expect.element(text('Grupo Ferrer')).toBeVisible()
  await expect.element(button('Add tenant')).not.toBeInTheDocument()
  await expect.element(button('Actions for Grupo Ferrer')).not.toBeInTheDocument()
})

test('R6-15 anyone without the word Administrator in a role sees no way to add or take a tenant; a TenantAdministrator does', async () => {
  await Promise.all([addTexts('groups'), addTexts('table')])
  const seen = []
  for (const role of ['Manager', 'TenantAdministrator'] as const) {
    const { text, button } = await harness(<TenantsTab group={desk} />, {
      answers: { [`GET /admin/groups/${desk.id}/tenants`]: list(ferrer) },
      roles: ['God', role],
    })
    await expect.element(text('Shop · Buyer')).toBeVisible()
    seen.push([button('Add tenant'), button('Actions for Grupo Ferrer')].map((one) => one.elements().length))
    await closePart()
  }
  expect(seen).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('R6-15 A-67 what was given at Global stays with an Administrator, and a UserAdministrator reads so', async () => {
  const { text, button, page } = await tab(['UserAdministrator'])
  await button('Actions for Global').click()
  await expect.element(page.getByRole('menuitem', { name: /Take away/ })).toHaveAttribute('aria-disabled', 'true')
  await expect.element(text('Only an Administrator takes away what was given at Global')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Actions for Grupo Ferrer').click()
  await expect.element(page.getByRole('menuitem', { name: 'Take away' })).not.toHaveAttribute('aria-disabled', 'true')
})

// Somebody is given roles at a tenant, has them below it, where they are locked, and loses all of it.
import { expect, expectAccessible, openAs, type Page, test, url } from './portico.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
]

const openMembers = async (page: Page, title: string) => {
  await page.goto(`${url()}/identity/admin/tenants?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await page.getByRole('tab', { name: /^Members/ }).click()
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible()
}

const addSomebody = async (page: Page, somebody: string, look: (page: Page) => Promise<void> = async () => {}) => {
  await page.getByRole('button', { name: 'Add member' }).click()
  const adding = page.getByRole('dialog', { name: /^Add a member to / })
  await adding.getByRole('combobox', { name: 'User' }).fill(somebody)
  await page.keyboard.press('Enter')
  await expect(adding.getByRole('option', { name: new RegExp(somebody) })).toBeVisible()
  await look(page)
  await page.keyboard.press('Enter')
  await adding.getByRole('button', { name: 'Choose roles' }).click()
  const editor = page.getByRole('dialog', { name: somebody })
  await expect(editor.getByRole('list', { name: 'Applications' })).toBeVisible()
  return editor
}

/** Tab after Tab, as nobody with a mouse would. */
const tabTo = async (page: Page, target: ReturnType<Page['locator']>) => {
  for (let steps = 0; steps < 40; steps += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

const administratorAt = async (page: Page, title: string) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/tenants' })
  await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
  await openMembers(page, title)
}

test('R2.5-41 R4.8-01 R4.8-03 an Administrator finds somebody and gives them a role that is passed down, by keyboard alone', async ({
  page,
}) => {
  const somebody = 'Camille Bernard'
  await administratorAt(page, 'Castellar Cerámica')
  const editor = await addSomebody(page, somebody, expectAccessible)
  await expect(editor.getByText('No access yet')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('Docs')
  const docs = editor.getByRole('switch', { name: 'Access to Docs' })
  await expect(editor.getByRole('switch', { name: /^Access to/ })).toHaveCount(1)
  const inheritable = editor.getByRole('switch', { name: 'Inheritable' })
  await tabTo(page, inheritable)
  await page.keyboard.press('Space')
  await expect(inheritable).toBeChecked()
  await page.keyboard.press('/')
  await tabTo(page, docs)
  await page.keyboard.press('Space')
  const picker = page.getByRole('dialog', { name: 'Choose roles: Docs' })
  await expect(picker.getByRole('checkbox').first()).toBeFocused()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await tabTo(page, picker.getByRole('button', { name: 'Add 1 role' }))
  await page.keyboard.press('Enter')
  await expect(editor.getByText('1 own')).toBeVisible()
  await expect(docs).toBeFocused()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await tabTo(page, editor.getByRole('button', { name: 'Close' }).last())
  await page.keyboard.press('Enter')
  const own = page.getByRole('row', { name: new RegExp(`Select ${somebody}`) })
  await expect(own).toContainText('Own')
  await expect(page.getByRole('switch', { name: `Inheritable: ${somebody}` })).toBeChecked()
})

/** Switched on, picked and passed down, with a mouse. */
const give = async (page: Page, { somebody, application }: { somebody: string; application: string }) => {
  const editor = await addSomebody(page, somebody)
  await editor.getByRole('switch', { name: 'Inheritable' }).click()
  await expect(editor.getByRole('switch', { name: 'Inheritable' })).toBeChecked()
  await editor.getByRole('switch', { name: `Access to ${application}` }).click()
  const picker = page.getByRole('dialog', { name: `Choose roles: ${application}` })
  await picker.getByRole('checkbox').first().check()
  await picker.getByRole('button', { name: 'Add 1 role' }).click()
  await expect(editor.getByText('1 own')).toBeVisible()
  await editor.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('switch', { name: `Inheritable: ${somebody}` })).toBeChecked()
}

test('R2.5-41 R4.8-06 R4.8-07 what is given above is locked below, until all of it is revoked', async ({ page }) => {
  const somebody = 'Camille Bernard'
  await administratorAt(page, 'Altamira Energía')
  await give(page, { somebody, application: 'Docs' })

  // Nothing is to be done there but to go where it was given, or to revoke all of it.
  await openMembers(page, 'Altamira Redes')
  await page.getByRole('textbox', { name: 'Search in Members' }).fill(somebody)
  const inherited = page.getByRole('row', {
    name: new RegExp(`${somebody} cannot be selected: Given at Altamira Energía and changed there`),
  })
  await expect(inherited).toContainText('By hierarchy')
  await expect(inherited.getByRole('checkbox')).toHaveCount(0)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('link', { name: `Edit there: ${somebody} at Altamira Energía` })).toHaveAttribute(
    'href',
    /tab=members&q=Camille%20Bernard$/,
  )
  const below = await addSomebody(page, somebody)
  const access = below.getByRole('switch', { name: 'Access to Docs' })
  await expect(access).toBeChecked()
  await expect(below.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await access.click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure to revoke this access?' })
  await expect(question.getByRole('radio', { name: /this element only/ })).toBeDisabled()
  // Once it is known what it would take.
  await expect(question.getByRole('button', { name: 'Revoke all access' })).toBeEnabled()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Revoke all access' }).click()
  await expect(access).not.toBeChecked()
  await expect(below.getByText('Access to Docs revoked.')).toBeVisible()
  await below.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Nothing matches')).toBeVisible()

  // Above, the row has no roles left, and goes.
  await openMembers(page, 'Altamira Energía')
  await expect(page.getByRole('row', { name: new RegExp(somebody) })).toContainText('No roles')
  await page.getByRole('button', { name: `Actions for ${somebody}` }).click()
  await page.getByRole('menuitem', { name: 'Remove from this tenant' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`${somebody} removed from Altamira Energía`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(somebody) })).toHaveCount(0)
})

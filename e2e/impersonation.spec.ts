// A God impersonates somebody, changes nothing, and comes back.
import { expect, expectAccessible, signInAs, test, url } from './portico.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

test('R7.11-07 A-77 a God impersonates a consultant: the hub is theirs, nothing can be changed, and stopped the God is back', async ({
  page,
}) => {
  await signInAs(page, 'marta.oliveira', { at: '/identity/admin/users?q=camille%20girard' })
  await page.getByRole('link', { name: /Camille Girard/ }).click()
  await expect(page.getByRole('heading', { name: 'Camille Girard', level: 1 })).toBeVisible()
  const address = page.url()
  await page.getByRole('button', { name: 'More for Camille Girard' }).click()
  await page.getByRole('menuitem', { name: 'Look as this user' }).click()
  const question = page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .filter({ hasText: 'Look at the portal as Camille Girard?' })
  await expect(question).toContainText('You can change nothing')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Look as this user' }).click()

  const bar = page.getByRole('complementary', { name: 'Looking as somebody else' })
  await expect(bar).toContainText('You are looking as Camille Girard.')
  await expect(page).toHaveURL(/\/identity\/home/)
  await expect(page.getByRole('button', { name: 'Your account: Camille Girard' })).toBeVisible()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(bar).toBeInViewport()
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const favourite = page.getByRole('button', { name: /^Add this app to/ }).first()
  await favourite.click()
  await expect(page.getByText('You dont have permission to perform this action')).toBeVisible()

  // A reload, and another page, are hers as well.
  await page.goto(`${url()}/identity/profile`)
  await expect(page.getByLabel('Email')).toHaveValue('camille.girard@consult.example')
  await bar.getByRole('button', { name: 'Stop looking' }).click()
  await expect(page.getByRole('heading', { name: 'Camille Girard', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('button', { name: 'Your account: Marta Oliveira' })).toBeVisible()
  await expect(bar).toHaveCount(0)
})

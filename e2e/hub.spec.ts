// The hub, as the people of the demonstration see it.
import { expect, expectAccessible, openAs, signInAs, test, url } from './portico.ts'

test.describe('the hub', () => {
  test('R2.4-02 R2.4-05 R2.4-08 Marta is welcomed and finds an application', async ({ page }) => {
    await openAs(page, 'marta.oliveira')
    await expect(page.getByText('Welcome:')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Marta Oliveira' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Grants' })).toBeVisible()
    await page.getByPlaceholder('Search application...').fill('SUBSÍDIES')
    await expect(page.getByRole('link', { name: 'Grants' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Signature' })).toHaveCount(0)
    await page.getByPlaceholder('Search application...').fill('')
    await expectAccessible(page)
  })

  test('R2.4-18 R2.4-30 R2.4-08 R3.3-01 Lorenzo changes the language, which a reload keeps and the descriptions follow', async ({
    page,
  }) => {
    await openAs(page, 'lorenzo.caruso')
    const description = page.getByRole('main').getByRole('listitem').first().getByRole('paragraph')
    const english = await description.innerText()
    const choose = async (from: string, to: string) => {
      const stored = page.waitForResponse((response) => response.url().endsWith('/profile/language') && response.ok())
      await page.getByRole('button', { name: from }).click()
      await page.getByRole('menuitemradio', { name: to }).click()
      await stored
    }
    await choose('Language: English', 'Español')
    for (const visit of ['changed', 'loaded again']) {
      await expect(page.getByText('Te damos la bienvenida:'), visit).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'es')
      await expect(description).not.toHaveText(english)
      await page.reload()
    }
    await choose('Idioma: Español', 'English')
    await expect(page.getByText('Welcome:')).toBeVisible()
  })

  test('R2.4-09 R4.6-06 R2.4-07 a favourite is kept, and the toggle shows favourites only', { tag: '@full' }, async ({
    page,
  }) => {
    await openAs(page, 'nuria.puig')
    const heart = page.getByRole('button', { name: /Add this app to your favorites/ }).first()
    await expect(heart).toBeVisible()
    const name = (await heart.getAttribute('aria-label')) ?? ''
    await heart.click()
    await expect(
      page.getByRole('button', { name: name.replace('Add this app to', 'Remove this app from') }),
    ).toBeVisible()
    await page.reload()
    await expect(
      page.getByRole('button', { name: name.replace('Add this app to', 'Remove this app from') }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Show only favorites' }).click()
    await expect(page.getByRole('button', { name: 'Show all Applications' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Add this app to your favorites/ })).toHaveCount(0)
  })

  test('R2.4-06 R4.6-07 the order is changed by keyboard and survives a reload', async ({ page }) => {
    await openAs(page, 'luca.navarro')
    const titles = () => page.locator('main').getByRole('list').first().getByRole('link').allInnerTexts()
    await expect(page.getByRole('button', { name: 'Sort applications' })).toBeVisible()
    const before = await titles()
    await page.getByRole('button', { name: 'Sort applications' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const stored = page.waitForResponse((response) => response.url().includes('/applications/reorder') && response.ok())
    await dialog.getByRole('listitem').first().getByRole('button').first().focus()
    await page.keyboard.press('Alt+ArrowRight')
    await stored
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(async () => expect((await titles()).slice(0, 2)).toEqual([before[1], before[0]])).toPass()
  })

  test('R2.4-10 applications without access stand below, with their public address', async ({ page }) => {
    await openAs(page, 'marta.oliveira')
    const section = page.getByRole('region', { name: 'Do you want to access these applications? Ask us!' })
    await expect(section.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//)
  })

  test('R2.4-10 Inês asks in place, sees where it stands, and cancels', async ({ page }) => {
    await openAs(page, 'ines.carvalho')
    await page.getByRole('button', { name: 'Ask us: Grants' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for access to Grants' })
    await expect(dialog.getByText('Meridian Portugal')).toBeVisible()
    await expect(dialog.getByText(/Marta Oliveira/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'Reader' }).check()
    await dialog.getByRole('textbox', { name: 'Why you need it' }).fill('The audit of the grants')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('button', { name: 'Asked: Grants' }).click()
    await expect(dialog.getByText('Your request waits for a decision')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel request' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click()
    await expect(dialog.getByRole('button', { name: 'Send request' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Ask us: Grants' })).toBeVisible()
  })

  test('recently used first is chosen where applications are sorted, and kept', { tag: '@full' }, async ({ page }) => {
    await openAs(page, 'ines.carvalho')
    const box = page.getByRole('checkbox', { name: 'Recently used first' })
    const choose = async () => {
      await page.getByRole('button', { name: 'Sort applications' }).click()
      const stored = page.waitForResponse(
        (response) => response.url().includes('/applications/recentFirst') && response.ok(),
      )
      await box.click()
      await stored
    }
    await choose()
    await page.reload()
    await page.getByRole('button', { name: 'Sort applications' }).click()
    await expect(box).toBeChecked()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(0)
    await expectAccessible(page)
    await page.reload()
    await choose()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5)
  })

  test('R4.6-01 a customer goes to the client portal by themselves', async ({ page }) => {
    await signInAs(page, 'clara.domenech', { at: '/identity/home' })
    await expect(page).toHaveURL(/\/clientportal\//, { timeout: 15_000 })
  })

  test('R2.4-17 R4.6-04 Identity Management is for administrators', async ({ page }) => {
    await openAs(page, 'ines.carvalho')
    await expect(page.getByRole('heading', { name: 'Inês Carvalho' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Identity Management' })).toHaveCount(0)
  })

  test('R2.4-13 R2.4-16 the drawer lists what is open and what can be asked for', { tag: '@full' }, async ({
    page,
  }) => {
    await openAs(page, 'marta.oliveira')
    await page.getByRole('button', { name: 'My Apps' }).click()
    const drawer = page.getByRole('dialog', { name: 'My apps' })
    await expect(drawer).toBeVisible()
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(650)
    await expect(drawer.getByRole('link', { name: /Grants/ })).toBeVisible()
    await expect(drawer.getByRole('heading', { name: 'Ask us' })).toBeVisible()
    await expectAccessible(page)
  })

  test('R2.2-03 an unknown path shows the blue landing page', async ({ page }) => {
    await page.goto(`${url()}/identity/no/such/page`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
})

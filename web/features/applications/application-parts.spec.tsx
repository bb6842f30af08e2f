// What stands beside an application: its icon, its owners, its disclaimer.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Disclaimer } from '#contract/applications.ts'
import { users } from '#contract/users.ts'
import { addToTheirs, grants, list, luca, openApplications, payroll } from './applications.harness.tsx'
import { close } from '#web/app/portal.harness.tsx'
import { drawn, write } from '#web/ui/render.harness.tsx'

afterEach(close)

const input = () => document.querySelector<HTMLInputElement>('.icon-upload input[type=file]')
/** As a person does it, the dialog of the system left out. */
const choose = (file: File) => {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const field = input()
  if (!field) throw new Error('there is no field for a file')
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
const picture = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const one = `/${grants.id}`

test('T36 an icon is a picture of 2 MB at most; it is sent, said to be there, and shown at once', async () => {
  const { heading, text, calls, answers } = await openApplications(one)
  await expect.element(heading('Grants Desk')).toBeVisible()
  choose(picture('icon.svg'))
  await expect.element(text('Extension not allowed')).toBeVisible()
  choose(picture('icon.png', 2_097_153))
  await expect.element(text('2MB limit exceeded')).toBeVisible()
  expect(calls('PUT')).toHaveLength(0)
  answers[`PUT /admin/applications/${grants.id}/icon`] = () => {
    answers[`GET /admin/applications/${grants.id}`] = { body: { ...grants, iconVersion: 'second' } }
    return { body: { ...grants, iconVersion: 'second' } }
  }
  choose(picture('icon.PNG', 2_097_152))
  await expect.element(text('Image uploaded successfully')).toBeVisible()
  await expect
    .poll(() => document.querySelector<HTMLImageElement>('main header img.app-mark')?.src)
    .toMatch(/\/admin\/applications\/icon\/101\?v=second$/)
})

test('T36 what the server says of a picture is said, and the icon taken away again', async () => {
  const path = `/admin/applications/${grants.id}`
  const { heading, text, button, page, calls, answers } = await openApplications(one, {
    [`GET ${path}`]: { body: { ...grants, iconVersion: 'first' } },
    [`PUT ${path}/icon`]: {
      status: 400,
      body: { code: 'image-not-readable', message: 'The file is no picture that can be read' },
    },
  })
  await expect.element(heading('Grants Desk')).toBeVisible()
  choose(picture('icon.png'))
  await expect.element(text('The file is no picture that can be read')).toBeVisible()
  answers[`DELETE ${path}/icon`] = () => {
    answers[`GET ${path}`] = { body: grants }
    return { body: grants }
  }
  await button('Change icon').click()
  await page.getByRole('menuitem', { name: 'Remove icon' }).click()
  await expect.poll(() => calls('DELETE').map(({ path: to }) => to)).toEqual([`${path}/icon`])
  await expect.poll(() => document.querySelector('main header .app-mark')?.textContent).toBe('G')
})

test('A-69 R9-10 R9-13 R9-15 A-199 an owner adds another one, found among people by e-mail a second after the last letter, and takes one away; somebody always stays', async () => {
  const { button, dialog, calls, answers, page } = await openApplications(one, {
    [`GET ${users.list.path}`]: list({
      ...luca,
      lockState: 'None',
      validateScopes: false,
      modifiedOn: grants.modifiedOn,
    }),
  })
  await button('Manage').click()
  const owners = dialog('Owners of Grants Desk')
  await expect.element(owners.getByRole('button', { name: 'Remove Marta Oliveira' })).toBeDisabled()
  const finder = owners.getByRole('combobox', { name: 'Add an owner' })
  const searches = () => calls(`GET ${users.list.path}?draft`).map(({ path }) => path)
  await finder.click()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(finder, 'luc')
  await vi.advanceTimersByTimeAsync(999)
  await drawn()
  expect(searches()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(page.getByRole('option', { name: /Luca Navarro/ })).toBeVisible()
  expect(searches()).toEqual([`${users.list.path}?draft=false&search=luc&take=25&orderBy=email`])
  await userEvent.keyboard('{PageDown}{Enter}')
  await expect.element(owners.getByRole('button', { name: 'Remove Luca Navarro' })).toBeVisible()
  await finder.fill('luca')
  await expect.element(page.getByRole('option', { name: /Luca Navarro.*Owner/ })).toBeVisible()
  await finder.fill('')
  await expect.element(finder).toHaveValue('')
  await expect.element(finder).toHaveFocus()
  await owners.getByRole('button', { name: 'Remove Marta Oliveira' }).click()
  answers[`PUT /admin/applications/${grants.id}/owners`] = { body: grants }
  await owners.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => calls('PUT').map(({ body }) => body))
    .toEqual([{ owners: [luca.id], modifiedOn: grants.modifiedOn }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('A-69 anyone who is no owner sees whose it is, and that only owners and God change it', async () => {
  const { button, dialog, text } = await openApplications(`/${payroll.id}`)
  await button('Manage').click()
  await expect.element(text('Only its owners and God change who owns it.')).toBeVisible()
  await expect
    .element(dialog('Owners of Payroll').getByRole('button', { name: 'Save changes' }))
    .not.toBeInTheDocument()
})

test('A-170 a disclaimer is written for each language, and accepted again only if the editor says so', async () => {
  const path = `/admin/applications/${grants.id}/disclaimer`
  const { calls, dialog, answers, page } = await openApplications(`${one}?edit=disclaimer`)
  const drawer = dialog('Disclaimer of Grants Desk')
  await drawer.getByLabelText('Text in English').fill('Use it well.')
  await drawer.getByRole('tab', { name: 'Deutsch' }).click()
  await drawer.getByLabelText('Text in Deutsch').fill('Mit Bedacht nutzen.')
  await drawer.getByRole('switch', { name: 'Ask everybody to accept it again' }).click()
  answers[`PUT ${path}`] = ({ body }) => {
    const saved = { body: { texts: (body as Disclaimer).texts, version: 2 } }
    answers[`GET ${path}`] = saved
    return saved
  }
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => calls('PUT').map(({ body }) => body))
    .toEqual([
      {
        texts: { en: 'Use it well.', de: 'Mit Bedacht nutzen.' },
        askAgain: true,
        modifiedOn: '2026-09-01T08:00:00.000Z',
      },
    ])
  const card = page.getByRole('region', { name: 'Disclaimer', exact: true })
  for (const language of ['English', 'Deutsch'])
    await expect.element(card.getByText(language, { exact: true })).toBeVisible()
})

const faster = { code: 'changed-meanwhile', message: 'x', changed: { by: 'Bea Sol', on: '2026-11-22T04:10:00.000Z' } }

test('T82 anyone who saves a disclaimer later learns who was faster, and takes nobody’s text in another language away', async () => {
  const path = `/admin/applications/${grants.id}/disclaimer`
  const { calls, dialog, answers, text, button } = await openApplications(`${one}?edit=disclaimer`)
  const drawer = dialog('Disclaimer of Grants Desk')
  await drawer.getByLabelText('Text in English').fill('Use it well.')
  answers[`PUT ${path}`] = () => {
    answers[`GET ${path}`] = { body: { texts: { de: 'Ihres' }, version: 0, modifiedOn: faster.changed.on } }
    return { status: 409, body: faster }
  }
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(text(/^Bea Sol changed this on 22-11-2026/)).toBeVisible()
  await button('Load the newer state').click()
  await expect.element(drawer.getByLabelText('Text in English')).toHaveValue('Use it well.')
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  const texts = { de: 'Ihres', en: 'Use it well.' }
  const sent = { texts, askAgain: false, modifiedOn: faster.changed.on }
  await expect.poll(() => calls('PUT').at(-1)?.body).toEqual(sent)
})

test('T82 anyone who changes the owners later learns who was faster, and adds to theirs', async () => {
  const harness = await openApplications(one, { [`GET ${users.list.path}`]: list(luca) })
  const { button, dialog, calls, answers, page } = harness
  await button('Manage').click()
  const owners = dialog('Owners of Grants Desk')
  await owners.getByRole('combobox', { name: 'Add an owner' }).fill('luc')
  await page.getByRole('option', { name: /Luca Navarro/ }).click()
  const bea = { id: payroll.owners[0]?.id.replace(/1$/, '9') ?? '', userName: 'bea.sol', displayName: 'Bea Sol' }
  answers[`PUT /admin/applications/${grants.id}/owners`] = () => {
    const theirs = { ...grants, owners: [...grants.owners, bea], modifiedOn: faster.changed.on }
    answers[`GET /admin/applications/${grants.id}`] = { body: theirs }
    return { status: 409, body: faster }
  }
  await addToTheirs(harness, owners)
  const all = [grants.owners[0]?.id, bea.id, luca.id]
  await expect.poll(() => calls('PUT').at(-1)?.body).toEqual({ owners: all, modifiedOn: faster.changed.on })
})

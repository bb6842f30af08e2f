// What the logs are narrowed by: two moments, somebody, and where the chain is spoken of.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LogChain } from '#contract/log-entries.ts'
import { close } from '#web/app/portal.harness.tsx'
import { at, id } from './logs.harness.tsx'

afterEach(close)

const queryOf = (path: string | undefined) => Object.fromEntries(new URLSearchParams(path?.split('?')[1]))
const utc = (local: string) => new Date(local).toISOString().slice(0, 19).replace('T', ' ')
const inAddress = () => new URLSearchParams(location.search).get('f.date')

test('R7.10-03 R5.3-07 a day may have a time beside it, typed on the reader’s clock, by the keyboard; it stands in the address', async () => {
  const { page, calls } = await at('/logs?tab=system')
  const sent = () => queryOf(calls('GET /admin/systemlog?').at(-1)?.path)
  const [from, to] = [page.getByRole('textbox', { name: 'Date from' }), page.getByRole('textbox', { name: 'Date to' })]
  const timeFrom = page.getByRole('textbox', { name: 'Time from' })
  const timeTo = page.getByRole('textbox', { name: 'Time to' })
  await expect.element(from).toBeVisible()
  await expect.element(timeFrom).not.toBeInTheDocument()
  await from.fill('20-11-2026')
  await to.fill('20-11-2026')
  await expect.poll(sent).toMatchObject({
    startDate: utc('2026-11-20T00:00:00'),
    endDate: utc('2026-11-20T23:59:59'),
  })
  // From the day over its calendar to its time.
  await from.click()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(timeFrom).toHaveFocus()
  await userEvent.keyboard('9{Enter}')
  await expect.element(timeFrom).toHaveValue('09:00')
  await timeTo.fill('18:00')
  await expect.poll(inAddress).toBe('2026-11-20T09:00..2026-11-20T18:00')
  await expect.poll(sent).toMatchObject({
    startDate: utc('2026-11-20T09:00:00'),
    endDate: utc('2026-11-20T18:00:59'),
  })
  // The start is never after the end.
  await timeFrom.fill('19:00')
  await expect.poll(inAddress).toBe('2026-11-20T19:00..2026-11-20')
  await expect.element(timeTo).toHaveValue('')
  await timeFrom.fill('25:00')
  await userEvent.tab()
  await expect.element(timeFrom).toBeInvalid()
  await expect.element(page.getByRole('alert').getByText('A time such as 18:00')).toBeVisible()
  await timeFrom.fill('')
  await expect.poll(inAddress).toBe('2026-11-20..2026-11-20')
  await from.fill('')
  await expect.element(timeFrom).not.toBeInTheDocument()
})

test('an address with a time opens with it; what is no moment in it is left out', async () => {
  const first = await at('/logs?tab=system&f.date=2026-11-20T00%3A00..2026-11-20T18%3A00')
  await expect.element(first.page.getByRole('textbox', { name: 'Time to' })).toHaveValue('18:00')
  await close()
  const { heading, calls } = await at('/logs?tab=system&f.date=2026-13-45..whenever')
  await expect.element(heading('Logs')).toBeVisible()
  await expect.poll(() => calls('GET /admin/systemlog?')).not.toHaveLength(0)
  expect(Object.keys(queryOf(calls('GET /admin/systemlog?').at(-1)?.path))).not.toContain('startDate')
})

const luca = { id: id('a1'), userName: 'luca.navarro', firstName: 'Luca', lastName: 'Navarro', email: 'l@x.example' }

test('R7.10-03 the system log tells what somebody did, or what was done to them', async () => {
  const { page, button, calls } = await at('/logs?tab=system', {
    more: {
      'GET /admin/users': { body: { items: [luca], count: 1 } },
      [`GET /admin/users/${luca.id}`]: { body: luca },
    },
  })
  const sent = () => {
    const { userId, metadataUserId } = queryOf(calls('GET /admin/systemlog?').at(-1)?.path)
    return { userId, metadataUserId }
  }
  await button('User').click()
  await expect.element(page.getByRole('combobox', { name: /User/ })).toHaveFocus()
  await button('About the user').click()
  await expect.element(button('About the user')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('combobox', { name: /User/ }).fill('luca')
  await page.getByRole('option', { name: /Luca/ }).click()
  await expect.element(button('User: about Luca Navarro')).toBeVisible()
  await expect.poll(sent).toEqual({ userId: undefined, metadataUserId: luca.id })
  await button('User: about Luca Navarro').click()
  await button('By the user').click()
  await expect.poll(sent).toEqual({ userId: luca.id, metadataUserId: undefined })
  await close()
  // The log of sign-ins knows only who it was.
  const other = await at('/logs?tab=authentication')
  await other.button('User').click()
  await expect.element(other.page.getByRole('combobox', { name: /User/ })).toBeVisible()
  await expect.element(other.button('About the user')).not.toBeInTheDocument()
})

test('the chain is spoken of where it covers what is shown, and a break names its entry', async () => {
  const chain = LogChain.parse({
    sealed: { seal: 9, lastEntry: 8412, sealedOn: new Date().toISOString() },
    unsealed: 0,
    verified: {
      on: new Date().toISOString(),
      seals: 9,
      entries: 17,
      firstBreak: { what: 'entry-deleted', number: 17 },
    },
  })
  const { page, text, button } = await at('/logs?tab=authentication', {
    role: ['God', 'Administrator'],
    more: { 'GET /admin/systemlog/chain': { body: chain } },
  })
  const line = text(/Entry 17 was deleted/)
  await expect.element(line).toBeVisible()
  expect(line.element().closest('.lg-chain')?.classList).toContain('bad')
  for (const [tab, covered] of [
    ['Session Logs', false],
    ['System Logs', true],
    ['External Api Access Log', false],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect.element(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    if (covered) await expect.element(line).toBeVisible()
    else await expect.element(button('Verify now')).not.toBeInTheDocument()
  }
})

// /admin/logs: four tabs, their filters, and an entry that is opened.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type LogBreak, LogChain } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import { close, marta } from '#web/app/portal.harness.tsx'
import { preferences } from '#web/lib/preferences.ts'
import { at, attempt, id, look, opened, page as answer, removal } from './logs.harness.tsx'

afterEach(close)

const tabsOf = ({ page }: Awaited<ReturnType<typeof at>>) =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent, ariaSelected }) => [textContent, ariaSelected])

const queryOf = (path: string | undefined) => new URLSearchParams(path?.split('?')[1])

test('R2.5-49 four tabs, each with its list; the one that was open last is opened again on the next visit', async () => {
  const first = await at('/logs')
  await expect.element(first.heading('Logs')).toBeVisible()
  expect(tabsOf(first)).toEqual([
    ['Authentication Logs', 'true'],
    ['System Logs', 'false'],
    ['Session Logs', 'false'],
    ['External Api Access Log', 'false'],
  ])
  expect(first.calls('GET /admin/authenticationlogs')[0]?.path).toContain('orderBy=date+desc')
  await first.page.getByRole('tab', { name: 'Session Logs' }).click()
  await expect.element(first.page.getByRole('row', { name: /Luca Navarro/ })).toBeVisible()
  expect(preferences.read().people).toEqual({ [marta.sub]: { logsTab: 'sessions' } })
  await close()
  preferences.write({ people: { [marta.sub]: { logsTab: 'sessions' }, 'a-2': { logsTab: 'system' } } })
  const next = await at('/logs')
  await expect.element(next.page.getByRole('tab', { name: 'Session Logs' })).toHaveAttribute('aria-selected', 'true')
})

test('R7.10-02 the head of the page exports the log that is shown, with its filters; logs without an export offer none', async () => {
  const { button, page, calls } = await at('/logs?f.result=Failure', {
    more: { 'GET /admin/authenticationlogs/export': 'network error' },
  })
  const inHead = page.getByRole('main').getByRole('button', { name: 'Export' })
  await expect.element(inHead).toBeVisible()
  expect(inHead.element().closest('.h1r')).not.toBeNull()
  await inHead.click()
  await expect.poll(() => calls('GET /admin/authenticationlogs/').length).toBe(1)
  expect(calls('GET /admin/authenticationlogs/')[0]?.path).toContain('result=Failure')
  await page.getByRole('tab', { name: 'Session Logs' }).click()
  await expect.element(page.getByRole('row', { name: /Luca Navarro/ })).toBeVisible()
  await expect.element(button('Export')).not.toBeInTheDocument()
})

test('R2.5-50 anyone with a role that has Administrator or Manager in it may look; everybody else is sent to /', async () => {
  for (const role of [['UserAdministrator'], ['God', 'SystemManager']]) {
    const { heading } = await at('/logs', { role })
    await expect.element(heading('Logs')).toBeVisible()
    await close()
  }
  await at('/logs', { role: ['God'] })
  await expect.poll(() => location.pathname).toMatch(/^\/identity\/?$/)
})

test('A-62 whoever may look and not read is told so, and asked for nothing else', async () => {
  const { text } = await at('/logs', {
    role: ['UserAdministrator'],
    more: {
      'GET /admin/authenticationlogs': {
        status: 403,
        body: { title: 'no', status: 403, code: 'permission-missing', errors: [] },
      },
    },
  })
  await expect.element(text('You may not see these rows')).toBeVisible()
})

test('R3.6-03 R3.6-04 R7.10-04 attempts by result and provider; FullUserLocked is shown as Permanent lock', async () => {
  const { page, calls } = await at('/logs?tab=authentication')
  const row = page.getByRole('row', { name: /Too many failed attempts/ })
  await expect.poll(() => row.element().textContent).toContain('Permanent lock')
  const options = (name: string) =>
    [...page.getByRole('combobox', { name }).element().querySelectorAll('option')].map(({ value, textContent }) => [
      value,
      textContent,
    ])
  expect(options('Result')).toEqual([
    ['', 'Result'],
    ['Success', 'Success'],
    ['Failure', 'Failure'],
    ['UserLocked', 'User locked'],
    ['FullUserLocked', 'Permanent lock'],
    ['Unlocked', 'Unlocked'],
  ])
  expect(options('Provider').map(([value]) => value)).toEqual(['', 'Local', 'Microsoft'])
  await page.getByRole('combobox', { name: 'Result' }).selectOptions('FullUserLocked')
  await page.getByRole('combobox', { name: 'Provider' }).selectOptions('Microsoft')
  await expect
    .poll(() => Object.fromEntries(queryOf(calls('GET /admin/authenticationlogs').at(-1)?.path)))
    .toMatchObject({ result: 'FullUserLocked', provider: 'Microsoft' })
})

test('R3.8-15 why an attempt went as it did is said in the language of the page, a sentence nobody knows as it came', async () => {
  const attempts = ['Signed in', 'Incorrect username or password. 3 attempts left', 'Told by a provider. 7 left']
  const { page } = await at('/logs?tab=authentication', {
    language: 'pt-br',
    more: { 'GET /admin/authenticationlogs': answer(attempts.map((reason, n) => attempt(n + 1, { reason }))) },
  })
  for (const text of [
    'Login realizado',
    'Usuário ou senha incorretos. Restam 3 tentativas',
    'Told by a provider. 7 left',
  ])
    await expect.element(page.getByRole('cell', { name: text, exact: true })).toBeVisible()
})

test('R4.11-06 the box for metadata is a dash while it is off, then searches into metadata, then does not', async () => {
  const { page, calls } = await at('/logs?tab=system')
  const box = page.getByRole('checkbox', { name: /Search into metadata/ })
  await expect.element(box).toBePartiallyChecked()
  const sent = () => queryOf(calls('GET /admin/systemlog?').at(-1)?.path).get('intoMetadata')
  expect(sent()).toBeNull()
  await box.click()
  await expect.element(box).toBeChecked()
  await expect.poll(sent).toBe('true')
  await box.click()
  await expect.element(box).not.toBeChecked()
  await expect.element(box).not.toBePartiallyChecked()
  await expect.poll(sent).toBe('false')
  await box.click()
  await expect.element(box).toBePartiallyChecked()
  await expect.poll(sent).toBeNull()
})

test('R7.10-03 A-147 what was only looked up is left out with one choice, which an address keeps', async () => {
  const { page, calls } = await at('/logs?tab=system')
  const sent = () => queryOf(calls('GET /admin/systemlog?').at(-1)?.path)
  const choice = page.getByRole('combobox', { name: 'All operations' })
  await choice.selectOptions('Without look-ups')
  await expect.poll(() => sent().get('changesOnly')).toBe('true')
  expect(sent().get('operation')).toBeNull()
  expect(location.search).toContain('operation=changes')
  await choice.selectOptions('All operations')
  await expect.poll(() => sent().get('changesOnly')).toBeNull()
})

test('R7.10-03 the system log is narrowed by operation, tenant with those below, user and days, as YYYY-MM-DD HH:mm:ss', async () => {
  const tenant = { id: id('f1'), title: 'Client Company', areaName: 'Spain' }
  const user = { id: id('a1'), userName: 'luca.navarro', firstName: 'Luca', lastName: 'Navarro', email: 'l@x.example' }
  const { page, button, calls } = await at('/logs?tab=system', {
    more: {
      'GET /admin/tenants': { body: { items: [tenant], count: 1 } },
      [`GET /admin/tenants/${tenant.id}`]: { body: tenant },
      'GET /admin/users': { body: { items: [user], count: 1 } },
      [`GET /admin/users/${user.id}`]: { body: user },
    },
  })
  await page.getByRole('combobox', { name: 'All operations' }).selectOptions('LockUser')
  await button('Tenant').click()
  await page.getByRole('combobox', { name: /Tenant/ }).fill('client')
  await page.getByRole('option', { name: /Client Company/ }).click()
  await expect.element(button('Tenant: Client Company + below')).toBeVisible()
  await button('User').click()
  await page.getByRole('combobox', { name: /User/ }).fill('luca')
  await page.getByRole('option', { name: /Luca/ }).click()
  await page.getByRole('textbox', { name: 'Date from' }).fill('19-11-2026')
  await page.getByRole('textbox', { name: 'Date to' }).fill('20-11-2026')
  const utc = (local: string) => new Date(local).toISOString().slice(0, 19).replace('T', ' ')
  await expect
    .poll(() => Object.fromEntries(queryOf(calls('GET /admin/systemlog?').at(-1)?.path)))
    .toMatchObject({
      operation: 'LockUser',
      tenantId: tenant.id,
      includeHierarchy: 'true',
      userId: user.id,
      startDate: utc('2026-11-19T00:00:00'),
      endDate: utc('2026-11-20T23:59:59'),
    })
  await button('Tenant: Client Company + below').click()
  await page.getByRole('checkbox', { name: 'With the tenants below it' }).click()
  await expect.poll(() => queryOf(calls('GET /admin/systemlog?').at(-1)?.path).has('includeHierarchy')).toBe(false)
})

test('R3.8-16 R3.8-17 an entry opens, by the keyboard too, to who, on whom, where and what changed in words; the arrow keys walk on', async () => {
  const { page, text, link, button } = await at('/logs?tab=system')
  await button('20-11-2026 17:52:09').click()
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await expect.element(link('Inês Hoffmann').first()).toHaveAttribute('href', `/identity/admin/users/${id('a2')}`)
  await expect.element(link('Iberia')).toHaveAttribute('href', `/identity/admin/tenants/${id('f0')}`)
  expect(new URLSearchParams(location.search).get('entry')).toBe('42')
  await expect.element(panel.getByText('2 of 4 fields')).toBeVisible()
  const lines = () =>
    panel
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(lines()).toEqual([
    ['Field', 'Before', 'After'],
    ['Also for tenants below', 'Yes', 'No'],
    ['Roles', 'Grants: Manager', 'nothing'],
  ])
  await button('Show 2 unchanged fields').click()
  expect(lines()[2]).toEqual(['Member', 'Inês Hoffmann', 'Inês Hoffmann'])
  await button('JSON').click()
  await expect.element(panel.getByText(/"isInheritable": true/)).toBeVisible()
  await button('Next entry').click()
  await expect.element(text(/Nothing was kept of before and after/)).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => new URLSearchParams(location.search).get('entry')).toBe('42')
})

test('an entry that can be undone is undone from here, and Why? explains the access it changed', async () => {
  const { button, calls } = await at('/logs?tab=system&entry=42', {
    more: { 'POST /admin/access/undo/42': { body: { success: true, errors: [] } } },
  })
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/42')).toHaveLength(1)
  await button('Why?').click()
  await expect.poll(() => document.querySelector('dialog[open]')?.textContent ?? '').toContain('Inês Hoffmann')
})

test('more than ten thousand are told roughly, and paged to the ten thousandth; a search says how far back it looked', async () => {
  const { text, page } = await at('/logs?tab=system&q=quicksilver', {
    more: {
      'GET /admin/systemlog': answer([removal, look], {
        count: 1_204_000,
        countIsExact: false,
        searchedBackTo: '2026-11-12T10:00:00.000Z',
      }),
    },
  })
  await expect.element(text('1–10 of about 1,204,000')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page 1,000', exact: true })).toBeVisible()
  await expect.element(text(/The newest 100,000 entries were searched, back to 12-11-2026/)).toBeVisible()
})

test('R2.5-51 A-145 sessions and calls from outside list their records, and open them', async () => {
  const { page, text } = await at('/logs?tab=sessions')
  const cells = (row: RegExp) =>
    [...page.getByRole('row', { name: row }).element().querySelectorAll('td')].map(({ textContent }) => textContent)
  await expect.element(text('Goes on')).toBeVisible()
  expect(cells(/Grants/).slice(1, 3)).toEqual(['Luca Navarro', 'Grants'])
  await page.getByRole('tab', { name: 'External Api Access Log' }).click()
  await expect.element(text('nightly sync')).toBeVisible()
  expect(cells(/nightly/)[3]).toBe('GET /api/v1/admin/users')
  await page.getByRole('cell', { name: 'nightly sync' }).click()
  await expect.element(text('10.24.8.90').last()).toBeVisible()
})

test('R2.5-46 R2.5-47 A-74 the Inspector has the login history and the API calls beside the permission checker', async () => {
  const harness = await at('/inspector')
  await expect.element(harness.heading('Inspector')).toBeVisible()
  expect(tabsOf(harness).map(([name]) => name)).toEqual(['User permission checker', 'Login history', 'API calls'])
  const { page, text } = harness
  await page.getByRole('tab', { name: 'Login history' }).click()
  await expect.element(text('Manager, Reader')).toBeVisible()
  await page.getByRole('tab', { name: 'API calls' }).click()
  await expect.element(text(removal.apiEntry ?? '')).toBeVisible()
  await text(removal.apiEntry ?? '').click()
  await expect.element(text(opened.operation).first()).toBeVisible()
})

const chainOf = (verified: LogChain['verified']) => ({
  body: LogChain.parse({
    sealed: { seal: 9, lastEntry: 8412, sealedOn: new Date(Date.now() - 60_000).toISOString() },
    unsealed: 3,
    verified,
  }),
})
const found = (
  minutesAgo: number,
  firstBreak: LogBreak | null = null,
  more: { unsealed?: number; heads?: number } = {},
) =>
  chainOf({
    on: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    seals: 9,
    entries: 8412,
    firstBreak,
    ...more,
  })

test('a God sees how far the log is sealed and whether it was changed, and has it verified; nobody else does', async () => {
  const chain = 'GET /admin/systemlog/chain'
  const { text, button, answers, calls } = await at('/logs', {
    role: ['God', 'Administrator'],
    more: { [chain]: chainOf(null) },
  })
  await expect.element(text('Sealed up to entry 8,412, 1 minute ago.')).toBeVisible()
  await expect.element(text('Not verified yet.')).toBeVisible()
  answers['POST /admin/systemlog/verify'] = () => {
    answers[chain] = found(0, { what: 'entry-edited', number: 17 })
    return {
      body: logs.verify.output.parse({
        ...{ success: true, errors: [] },
        process: { id: id('b1'), type: 'VerifyAuditLog', startTime: '2026-11-20T08:00:00.000Z' },
      }),
    }
  }
  await button('Verify now').click()
  await expect.element(text(/The log is being verified/)).toBeVisible()
  await expect.element(text(/Entry 17 was edited\./)).toBeVisible()
  await expect.element(button('Verify now')).toBeEnabled()
  expect(calls('POST /admin/systemlog/verify')).toHaveLength(1)
  await close()
  const again = await at('/logs', { role: ['God', 'Administrator'], more: { [chain]: found(5) } })
  await expect.element(again.text('Verified 5 minutes ago: nothing was changed in 8,412 entries.')).toBeVisible()
  await expect.element(again.text(/not sealed yet|sent outside/)).not.toBeInTheDocument()
  await close()
  const beside = found(5, null, { unsealed: 3, heads: 12 })
  const rest = await at('/logs', { role: ['God', 'Administrator'], more: { [chain]: beside } })
  const unsealed = '3 entries are not sealed yet: none was edited or inserted, but nobody would see one being deleted.'
  await expect.element(rest.text(unsealed)).toBeVisible()
  await expect.element(rest.text('It has all 12 heads that were sent outside.')).toBeVisible()
  await close()
  const other = await at('/logs', { more: { [chain]: found(5) } })
  await expect.element(other.page.getByRole('row', { name: /root/ })).toBeVisible()
  expect(other.calls(chain)).toHaveLength(0)
  await expect.element(other.button('Verify now')).not.toBeInTheDocument()
})

// The list of requests for access and its panel: what is shown, what may be decided, and how.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HistoryEntry, OperationRequest } from '#contract/operation-requests.ts'
import { Evidence, RequestPreview } from '#contract/request-review.ts'
import { expectPossible } from '#web/lib/contract-answers.harness.ts'
import { ProvideParts } from '#web/lib/parts.tsx'
import { preferences } from '#web/lib/preferences.ts'
import { close, json, playServer, type SentCall, showPage } from '#web/ui/page.harness.tsx'
import { AccessRequests } from './access-requests.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await close()
})

const id = (n: number) => `0b7f2c52-5d0e-4f63-9d2a-0000000000${String(n).padStart(2, '0')}`
const request = (n: number, change: Partial<OperationRequest> = {}) =>
  OperationRequest.parse({
    id: id(n),
    identityId: id(50 + n),
    identityType: 'User',
    tenantId: id(90),
    tenantName: 'Altamira Energía',
    displayName: `Person ${n}`,
    email: `person${n}@client.example`,
    modificationDate: '2026-11-12T10:00:00.000Z',
    status: 'WaitingForApprover',
    approvers: [{ id: id(80), displayName: 'Luca Navarro', email: 'luca@group.example' }],
    canApprove: true,
    isMine: false,
    requestType: 'Permission',
    createdById: id(81),
    createdByDisplayName: 'Diego Almeida',
    createdOn: '2026-11-12T10:00:00.000Z',
    external: false,
    reason: null,
    note: null,
    ...change,
  })
const role = { roleId: id(70), roleName: 'Contributor', applicationId: 3, applicationTitle: 'Grants' }
const evidence = Evidence.parse({
  jobTitle: 'Project engineer',
  people: null,
  draft: false,
  requested: [role],
  isInheritable: false,
  today: [{ ...role, roleName: 'Reader', tenantId: id(90), tenantName: 'Meridian', inherited: true, viaGroup: null }],
  colleagues: {
    basis: 'jobTitle',
    value: 'Project engineer',
    people: 9,
    roles: [
      { ...role, have: 1, only: { id: id(60), displayName: 'Léa', since: '2026-10-02T00:00:00.000Z' }, unusual: true },
    ],
  },
  canUndo: false,
})
const preview = RequestPreview.parse({ failure: null, changes: [{ ...role, change: 'Gains', people: 1, tenants: 1 }] })
const history = [
  HistoryEntry.parse({
    id: id(40),
    email: 'diego@group.example',
    date: '2026-11-12T10:00:00.000Z',
    requestType: 'Permission',
    status: 'WaitingForApprover',
    reason: null,
  }),
]
const rows = [
  request(1, { displayName: 'Matteo Puig', external: true }),
  request(2, { displayName: 'Clara', modificationDate: '2026-11-13T10:00:00.000Z' }),
  request(3, { displayName: 'Finance', identityType: 'Group', email: null }),
  request(4, { displayName: 'Elena', canApprove: false, isMine: true }),
  request(5, { displayName: 'Carlos', canApprove: false, status: 'Applied' }),
]
const counts = { WaitingForApprover: 4, Applied: 1, Rejected: 0, RollBack: 0, Cancelled: 0 }
const base = '/admin/operationRequests'

const answerOf = (items: readonly OperationRequest[]) => (sent: SentCall) => {
  if (sent.path === base) {
    const filter = sent.query.get('filter')
    const shown = filter ? items.filter((one) => filter.includes(one.id)) : items
    return json({ items: shown, count: shown.length, counts, decidable: 3 })
  }
  if (sent.path.endsWith('/evidence')) return json(evidence)
  if (sent.path.endsWith('/preview')) return json(preview)
  if (sent.path.includes('/history/')) return json(history)
  if (sent.path.endsWith('InBulk')) return json({ success: true, errors: [] })
  return json({ success: true, errors: [], request: items[0] })
}

/** Whose home page was looked at. */
const seen: object[] = []
const parts = { seeAs: (user: object) => void seen.push(user) }

const opened = async ({ at = '/', items = rows, answer = answerOf(items) }: Opening = {}) => {
  const sent = playServer(answer)
  const shown = await showPage({
    places: {
      '/': (
        <ProvideParts parts={parts}>
          <AccessRequests />
        </ProvideParts>
      ),
    },
    at,
    roles: ['TenantAdministrator'],
    texts: ['operation-requests', 'table', 'refusals'],
  })
  await expect.element(page.getByRole('row', { name: /Clara/ })).toBeVisible()
  const calls = (method: string, part: string) =>
    sent.filter((one) => one.method === method && one.path.includes(part)).map(({ body }) => body)
  return { ...shown, sent, calls }
}
type Opening = { at?: string; items?: readonly OperationRequest[]; answer?: (sent: SentCall) => Response }

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('R2.6-28 the columns, with a user or a group icon; newest change first; the history in a drawer at the side', async () => {
  const { sent } = await opened()
  const heads = page.getByRole('columnheader').elements()
  const words = heads.map((head) => head.textContent?.trim())
  expect(words.filter(Boolean)).toEqual([
    'Display Name',
    'Email',
    'Modification Date',
    'History',
    'Status',
    'Tenant',
    'Actions',
  ])
  expect(sent.some(({ query }) => query.get('orderBy') === 'modificationDate desc')).toBe(true)
  await expect.element(page.getByRole('row', { name: /Finance/ }).getByRole('img', { name: 'Group' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Clara/ }).getByRole('img', { name: 'User' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Elena/ }).getByText('Yours')).toBeVisible()
  await button('History of the request for Clara').click()
  const drawer = page.getByRole('dialog', { name: 'History' })
  await expect.element(drawer.getByText('diego@group.example')).toBeVisible()
})

test('R2.6-29 a status is chosen by its chip, each with its count, and stands in the address', async () => {
  const { history: place, sent } = await opened()
  await button(/^Applied 1$/).click()
  await expect.poll(() => place.location.search).toContain('status=Applied')
  await expect.poll(() => sent.some(({ query }) => query.get('status') === 'Applied')).toBe(true)
  await expect.element(button(/^Applied 1$/)).toHaveAttribute('aria-pressed', 'true')
})

test('R4.10-05 R2.6-29 what one may not decide cannot be selected; many are approved in one call, each with its id', async () => {
  const { calls } = await opened()
  expect(button('Approve').elements()).toHaveLength(0)
  for (const name of ['Elena', 'Carlos'])
    await expect.element(page.getByRole('row', { name: new RegExp(name) }).getByRole('checkbox')).toBeDisabled()
  await page.getByRole('row', { name: /Clara/ }).getByRole('checkbox').click()
  await page
    .getByRole('row', { name: /Matteo/ })
    .getByRole('checkbox')
    .click()
  await expect.element(button('Select all 3 you can decide')).toBeVisible()
  const bar = page.getByRole('group', { name: 'Actions for the selected rows' })
  const approve = bar.getByRole('button', { name: 'Approve' }).element()
  if (approve instanceof HTMLElement) approve.focus()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('alertdialog', { name: 'Approve 2 requests?' })
  await expect.element(question.getByText('1 of them is for a user from outside the company.')).toBeVisible()
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => calls('POST', 'approveInBulk'))
    .toEqual([
      [
        { OperationRequestId: id(2), CreatedByDisplayName: 'Diego Almeida' },
        { OperationRequestId: id(1), CreatedByDisplayName: 'Diego Almeida' },
      ],
    ])
})

test('R8.1-03 A-23 what could not be decided among many is said by its code, in the language of the page', async () => {
  const inStream = (result: object) => new Response(`data: ${JSON.stringify({ result })}\n\n`)
  const fails = { success: false, errors: [{ id: id(2), reason: 'English of the log', code: 'request-is-decided' }] }
  await opened({ answer: (sent) => (sent.path.endsWith('InBulk') ? inStream(fails) : answerOf(rows)(sent)) })
  for (const name of [/Clara/, /Matteo/]) await page.getByRole('row', { name }).getByRole('checkbox').click()
  await page
    .getByRole('group', { name: 'Actions for the selected rows' })
    .getByRole('button', { name: 'Reject' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click()
  const failed = page.getByRole('dialog').getByRole('listitem')
  await expect.element(failed).toHaveTextContent('Clara This request is decided already')
})

test('R4.10-01 approving an external user is confirmed first; R7.12-08 the payload names request and creator', async () => {
  const { calls } = await opened()
  await button('Approve the request for Matteo Puig').click()
  expect(calls('POST', '/approve/')).toEqual([])
  const question = page.getByRole('alertdialog', { name: 'Let Matteo Puig in?' })
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => calls('POST', '/approve/'))
    .toEqual([{ OperationRequestId: id(1), CreatedByDisplayName: 'Diego Almeida' }])
  await button('Approve the request for Clara').click()
  await expect.poll(() => calls('POST', '/approve/')).toHaveLength(2)
})

test('R4.10-06 a status that is none of the known ones is shown as RollBack in the list', async () => {
  await opened({
    items: [Object.assign(request(1, { displayName: 'Clara', canApprove: false }), { status: 'Frozen' })],
  })
  await expect.element(page.getByRole('row', { name: /Clara/ }).getByText('RollBack')).toBeVisible()
  // It is none of the contract: a newer server's.
  expect(expectPossible).toThrow('items.0.status')
})

const refused = { code: 'request-is-decided', message: 'This request is decided already', errors: [], messages: [] }
const click = (name: string) => () => button(name).click()
const confirm = (verb: string) => () => page.getByRole('alertdialog').getByRole('button', { name: verb }).click()
const failing = [
  ['/approve/', 'The request could not be approved', click('Approve the request for Matteo Puig'), confirm('Approve')],
  ['/reject/', 'The request could not be rejected', click('Reject the request for Clara'), confirm('Reject')],
  ['/cancel/', 'The request could not be cancelled', click('Cancel the request for Elena'), confirm('Cancel request')],
  ['/history/', 'The history could not be loaded', () => undefined, click('History of the request for Clara')],
] as const

test.each(failing)(
  'R8.4-07 what fails at %s is said with its reason, and stays for 5 seconds',
  async (part, title, begin, send) => {
    await opened({ answer: (sent) => (sent.path.includes(part) ? json(refused, 409) : answerOf(rows)(sent)) })
    // The question is there before the clock stands still: it is loaded when it is first needed.
    await begin()
    if (part !== '/history/') await expect.element(page.getByRole('alertdialog')).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await send()
    const said = () => [...document.querySelectorAll('.notice')].map(({ textContent }) => textContent)
    const notice = `${title}This request is decided already`
    // What was read is told by a timer of no time; each look of the poll moves the clock by its interval.
    await expect
      .poll(
        async () => {
          await vi.advanceTimersByTimeAsync(0)
          return said()
        },
        { interval: 10 },
      )
      .toEqual([notice])
    // A success would be gone.
    await vi.advanceTimersByTimeAsync(4500)
    expect(said()).toEqual([notice])
    await vi.advanceTimersByTimeAsync(600)
    expect(said()).toEqual([])
  },
)

test('rule 33 ArrowDown goes from the search to what opens the first request, past its box', async () => {
  await opened()
  const search = page.getByRole('textbox', { name: 'Search in Access Requests' }).element()
  if (search instanceof HTMLElement) search.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => document.activeElement?.classList.contains('rq-open')).toBe(true)
})

test('where the panel lies over the list, a note is asked about before it is lost, and stays from one to the next', async () => {
  await page.viewport(390, 800)
  await import('#web/ui/dialog-guard.tsx')
  const { calls, history: place } = await opened({ at: `/?request=${id(2)}` })
  const note = page.getByRole('dialog').getByRole('textbox')
  await note.fill('Not now')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await button('Next request').click()
  await expect.element(note).toHaveValue('')
  await button('Previous request').click()
  await expect.element(note).toHaveValue('Not now')
  await button(/^Reject/)
    .last()
    .click()
  await expect.poll(() => calls('POST', '/reject/')).toHaveLength(1)
  await expect.element(note).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => place.location.search).not.toContain('request=')
  expect(question.elements()).toEqual([])
})

test('the panel shows what changes, what is had and what colleagues have; R rejects with the note', async () => {
  await page.viewport(1440, 900)
  const { calls, history: place } = await opened()
  await page.getByRole('row', { name: /Clara/ }).getByRole('button', { name: 'Clara', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Request: Clara' })
  await expect.element(panel.getByText('Unusual')).toBeVisible()
  await expect.element(panel.getByText('1 of 9')).toBeVisible()
  await expect.element(panel.getByText('Only Léa has Contributor, since 02-10-2026.')).toBeVisible()
  await expect.element(panel.getByText('Last changed 13-11-2026')).toBeVisible()
  await panel.getByRole('button', { name: 'See as Clara' }).click()
  expect(seen).toEqual([{ id: id(52), displayName: 'Clara' }])
  expect(place.location.search).toContain(`request=${id(2)}`)
  expect(page.getByRole('columnheader', { name: 'Email' }).elements()).toHaveLength(0)
  await panel.getByRole('textbox').fill('Not now')
  await panel.getByText('Approvers').click()
  await userEvent.keyboard('r')
  await expect
    .poll(() => calls('POST', '/reject/'))
    .toEqual([{ OperationRequestId: id(2), CreatedByDisplayName: 'Diego Almeida', Reason: 'Not now' }])
})

test('where words are longest, too, nothing of the panel is wider than it', async () => {
  preferences.write({ currentLanguage: 'pt-br' })
  await page.viewport(1200, 900)
  await opened({ at: `/?request=${id(2)}` })
  const panel = page.getByRole('complementary')
  await expect.element(panel.getByRole('button', { name: 'Aprovar' })).toBeVisible()
  const edge = panel.element().getBoundingClientRect().right
  for (const one of panel.getByRole('button').elements()) expect(one.getBoundingClientRect().right).toBeLessThan(edge)
  expect(panel.element().scrollWidth).toBe(panel.element().clientWidth)
  localStorage.removeItem(preferences.key)
})

test('a link opens the request it names, also where there is no room beside the list, and decides nothing', async () => {
  await page.viewport(390, 800)
  const { calls } = await opened({ at: `/?request=${id(3)}` })
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Finance' })).toBeVisible()
  expect([...calls('POST', '/approve/'), ...calls('POST', '/reject/')]).toEqual([])
})

// What was done to access lately, and the way back.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemberChange } from '#contract/access-history.ts'
import { list } from '#web/features/members/members.harness.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { barcelona, close, harness, id, marta } from '#web/app/admin/feature-parts.harness.tsx'
import { LastChanges } from './last-changes.tsx'
import { LastMoves } from './last-moves.tsx'

afterEach(close)

const luca = { id: id('e1'), name: 'luca.navarro' }

const done = (number: number, given: Partial<MemberChange>): MemberChange => ({
  id: number,
  at: new Date(Date.now() - 60_000).toISOString(),
  by: luca,
  tenantId: barcelona.id,
  tenantName: barcelona.title,
  added: [],
  removed: [],
  before: { isInheritable: false, roles: [] },
  after: { isInheritable: false, roles: [] },
  undoable: false,
  ...given,
})

const history = [
  done(9, { added: ['Signature · Signer'], undoable: true }),
  done(8, { removed: ['Grants · Reader'], by: null }),
  done(7, { after: { isInheritable: true, roles: [] } }),
  done(6, { before: null, added: ['Grants · Manager'] }),
  done(5, { after: null }),
]

test('the last changes of an assignment say what, by whom and when; the one that nothing depends on is undone', async () => {
  const {
    page: screen,
    calls,
    button,
  } = await harness(<LastChanges identityId={marta.id} tenantId={barcelona.id} />, {
    answers: {
      'GET /admin/access/changes': list(...history),
      'POST /admin/access/undo/9': { body: { success: true, errors: [] } },
    },
  })
  const lines = () =>
    screen
      .getByRole('region', { name: 'Last changes of this assignment' })
      .getByRole('listitem')
      .elements()
      .map((line) => line.querySelector('span')?.textContent)
  await expect
    .poll(lines)
    .toEqual([
      'Signature · Signer added by luca.navarro',
      'Grants · Reader removed by the system',
      'Inheritance turned on by luca.navarro',
      'Grants · Manager added by luca.navarro',
      'Assignment removed by luca.navarro',
    ])
  await expect
    .element(screen.getByText('1 minute ago').first())
    .toHaveAttribute('data-tip', expect.stringMatching(/^\d\d-\d\d-\d{4} /))
  expect(calls('GET /admin/access/changes')[0]?.query.toString()).toBe(
    `identityId=${marta.id}&tenantId=${barcelona.id}&skip=0&take=5`,
  )
  await expect
    .element(screen.getByRole('link', { name: 'luca.navarro' }).first())
    .toHaveAttribute('href', `/identity/admin/users/${luca.id}`)
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/9').length).toBe(1)
  await expect.poll(() => calls('GET /admin/access/changes').length).toBe(2)
  await expect.element(screen.getByRole('status').getByText('The change was undone')).toBeInTheDocument()
})

test.each([
  [5, 'at the end of what the log still has, it says from when on that is', 1],
  [6, 'where the log has more of them, it does not', 0],
])('of %i changes: %s', async (count, _, lines) => {
  const { text } = await harness(<LastChanges identityId={marta.id} tenantId={barcelona.id} />, {
    answers: { 'GET /admin/access/changes': { body: { items: history, count, keptSince: '2026-03-15' } } },
  })
  await expect.element(text('Last changes of this assignment')).toBeVisible()
  const line = 'The log goes back to 15-03-2026; what was before is no longer kept.'
  await expect.poll(() => text(line).elements()).toHaveLength(lines)
})

test('where the log has lost it all, the sentence says from when on there is one', async () => {
  const { text } = await harness(
    <LastChanges identityId={marta.id} tenantId={barcelona.id} most={50} none="Nothing so far" />,
    { answers: { 'GET /admin/access/changes': { body: { items: [], count: 0, keptSince: '2026-03-15' } } } },
  )
  await expect.element(text('Nothing so far')).toBeVisible()
  await expect.element(text('The log goes back to 15-03-2026; what was before is no longer kept.')).toBeVisible()
})

test('where nothing has changed there is no such part, or, where it was asked for alone, a sentence', async () => {
  const nothing = { 'GET /admin/access/changes': list() }
  const { text, calls } = await harness(
    <>
      <LastChanges identityId={marta.id} tenantId={barcelona.id} />
      <LastChanges identityId={marta.id} tenantId={barcelona.id} most={50} none="Nothing so far" />
    </>,
    { answers: nothing },
  )
  await expect.element(text('Nothing so far')).toBeVisible()
  expect(
    calls('GET /admin/access/changes')
      .map(({ query }) => query.get('take'))
      .toSorted(),
  ).toEqual(['5', '50'])
  expect(document.querySelectorAll('.last')).toHaveLength(0)
})

test('an undo that something later stands in the way of says what', async () => {
  await page.viewport(390, 844)
  const conflict = {
    status: 409,
    body: { code: 'undo-conflict', message: 'This was changed later: member.changed by anna' },
  }
  const { button, text } = await harness(<LastChanges identityId={marta.id} tenantId={barcelona.id} />, {
    answers: { 'GET /admin/access/changes': list(...history), 'POST /admin/access/undo/9': conflict },
  })
  await button('Undo').click()
  await expect.element(text('This was changed later: member.changed by anna')).toBeVisible()
})

test('R8.1-03 what stands in the way of an undo is said in the reader’s language, by the codes of the answer', async () => {
  const reasons = [
    { code: 'changed-later', data: { by: 'anna.ferrer', on: '2026-03-05T19:15:00.000Z' } },
    { code: 'roles-ended', data: { name: 'shop: Seller' } },
  ]
  const conflict = {
    status: 409,
    body: { code: 'undo-conflict', message: 'This cannot be undone any more: …', reasons },
  }
  const { button, text } = await harness(<LastChanges identityId={marta.id} tenantId={barcelona.id} />, {
    answers: { 'GET /admin/access/changes': list(...history), 'POST /admin/access/undo/9': conflict },
  })
  await button('Undo').click()
  await expect
    .element(
      text(
        `This cannot be undone any more: anna.ferrer changed it later, on ${formatMoment('2026-03-05T19:15:00.000Z')}; the end of shop: Seller has passed`,
      ),
    )
    .toBeVisible()
})

test('the last moves of a tenant say from where to where; the newest is undone from there, and what stands in the way is said', async () => {
  const iberia = { id: id('b2'), name: 'Meridian Iberia' }
  const at = new Date(Date.now() - 60_000).toISOString()
  const moves = list(
    { id: 12, at, by: luca, from: iberia, to: null, undoable: true },
    { id: 11, at, by: null, from: null, to: iberia, undoable: false },
  )
  const conflict = {
    status: 409,
    body: { code: 'undo-conflict', message: 'This cannot be undone any more: the tenant is gone' },
  }
  const {
    page: screen,
    calls,
    button,
    text,
    answers,
  } = await harness(<LastMoves tenantId={barcelona.id} />, {
    roles: ['Manager'],
    answers: { 'GET /admin/access/moves': moves, 'POST /admin/access/undo/12': conflict },
  })
  const lines = () =>
    screen
      .getByRole('region', { name: 'Last moves of this tenant' })
      .getByRole('listitem')
      .elements()
      .map((line) => line.querySelector('span')?.textContent)
  await expect
    .poll(lines)
    .toEqual([
      'Moved from Meridian Iberia to the top by luca.navarro',
      'Moved from the top to Meridian Iberia by the system',
    ])
  // A Manager has no page of users to go to.
  expect(screen.getByRole('link').elements()).toEqual([])
  expect(calls('GET /admin/access/moves')[0]?.query.toString()).toBe(`tenantId=${barcelona.id}&skip=0&take=3`)
  await button('Undo').click()
  await expect.element(text('This cannot be undone any more: the tenant is gone')).toBeVisible()
  answers['POST /admin/access/undo/12'] = { body: { success: true, errors: [] } }
  answers['GET /admin/access/moves'] = list({ id: 13, at, by: luca, from: null, to: iberia, undoable: true })
  await button('Undo').click()
  await expect.poll(lines).toEqual(['Moved from the top to Meridian Iberia by luca.navarro'])
})

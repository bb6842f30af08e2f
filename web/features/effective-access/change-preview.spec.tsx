// What a change would do, before it is made; and the last changes of a row, undone.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useState } from 'react'
import type { MemberChange } from '#contract/access-history.ts'
import { list } from '#web/features/members/members.harness.tsx'
import { useFreshPreview } from '#web/lib/use-fresh-preview.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { problemText } from '#web/lib/problem.ts'
import { barcelona, close, id, loss, marta, preview, harness } from './effective-access.harness.tsx'
import { ChangePreview } from './change-preview.tsx'
import { LastChanges } from './last-changes.tsx'
import { LastMoves } from './last-moves.tsx'

afterEach(close)

const change = { kind: 'move', tenantId: barcelona.id, newParentId: id('b9') } as const
const tried = 'POST /admin/access/preview'
const rows = [
  loss('c1', 'Beatriz Ricci', { noRoleLeft: true }),
  loss('c2', 'Marta Weber', {
    change: 'Gains',
    roleName: 'Lead reviewer',
    because: { tenantId: id('b3'), tenantName: 'Innovation Europe', viaGroup: 'Innovation leads' },
  }),
]
const applications = { 'GET /admin/applications': list({ id: 10, name: 'grants', displayName: 'Grants' }) }

test('a change is told in five numbers, then person by person with the reason', async () => {
  const {
    row,
    page: screen,
    bodies,
    text,
  } = await harness(<ChangePreview change={change} />, {
    answers: { [tried]: { body: preview(rows) }, ...applications },
  })
  await expect
    .poll(() =>
      screen
        .getByRole('list', { name: 'The change in numbers' })
        .getByRole('listitem')
        .elements()
        .map((card) => [...card.querySelectorAll('b,small')].map(({ textContent }) => textContent).join(' ')),
    )
    .toEqual([
      '41 people lose 164 roles',
      '37 people gain 148 roles',
      '1,218 people stay unchanged',
      '3 people keep no role here',
      '9 people will need an MFA code',
    ])
  await expect
    .element(row(/Beatriz Ricci/))
    .toMatchTextContent(
      /beatriz@group.example.*Loses.*Grants.*Manager.*Given at Meridian Spain, no longer above.*No role left/,
    )
  await expect
    .element(row(/Marta Weber/))
    .toMatchTextContent(/through Innovation leads.*Gains.*Lead reviewer.*Given at Innovation Europe, now above/)
  await expect.element(text('1–20 of 312')).toBeVisible()
  await expect.element(text('counted once per person and role, over 25 tenants')).toBeVisible()
  await expect.element(text(/^Computed now/)).toBeVisible()
  expect(bodies(tried)).toEqual([change])
})

test('losses, gains and those left without a role are chosen by the server, as are a name, an application and the page', async () => {
  const {
    button,
    page: screen,
    calls,
  } = await harness(<ChangePreview change={change} />, {
    answers: { [tried]: { body: preview(rows) }, ...applications },
  })
  const last = () => calls(tried).at(-1)?.query.toString()
  await expect.element(button('All changes 312')).toHaveAttribute('aria-pressed', 'true')
  expect(last()).toBe('skip=0&take=20')
  await button('Page 3').click()
  await expect.poll(last).toBe('skip=40&take=20')
  await button('Losses 164').click()
  await expect.poll(last).toBe('change=Loses&skip=0&take=20')
  await button('Gains 148').click()
  await expect.poll(last).toBe('change=Gains&skip=0&take=20')
  await button('No role left 3').click()
  await expect.poll(last).toBe('noRoleLeft=true&skip=0&take=20')
  await screen.getByRole('textbox', { name: 'Search person' }).fill('bea')
  await expect.poll(last).toBe('noRoleLeft=true&search=bea&skip=0&take=20')
  await screen.getByRole('combobox', { name: 'Application' }).selectOptions('Grants')
  await expect.poll(last).toBe('noRoleLeft=true&search=bea&applicationId=10&skip=0&take=20')
})

test('the list is downloaded as it is filtered; a download that is refused says why', async () => {
  const download = 'POST /admin/access/preview/export'
  const { button, calls, text } = await harness(<ChangePreview change={change} />, {
    answers: {
      [tried]: { body: preview(rows) },
      ...applications,
      [download]: { status: 409, body: { message: 'Too many' } },
    },
  })
  await button('Losses 164').click()
  await button('Download').click()
  await expect.element(text('Too many')).toBeVisible()
  expect(calls(download).map(({ query, body }) => [query.toString(), body])).toEqual([['change=Loses', change]])
})

test('a change that the server refuses shows its words', async () => {
  const {
    alert: _,
    page: screen,
    answers,
  } = await harness(<ChangePreview change={change} />, {
    answers: { [tried]: { status: 400, body: { message: 'A tenant cannot stand below itself' } }, ...applications },
  })
  await expect.element(screen.getByRole('alert').getByText('A tenant cannot stand below itself')).toBeVisible()
  answers[tried] = { body: preview(rows) }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('41 people')).toBeVisible()
})

test('under a question only what there is any of is told, without tools for a handful of lines', async () => {
  const summary = {
    losing: { people: 1, roles: 2 },
    gaining: { people: 0, roles: 0 },
    unchanged: 4,
    noRoleLeft: 0,
    newlySecondFactor: 0,
    tenants: 1,
  }
  const {
    page: screen,
    text,
    button,
  } = await harness(
    <ChangePreview small change={{ kind: 'removeMember', tenantId: barcelona.id, memberId: id('a1') }} />,
    { answers: { [tried]: { body: preview([rows[0] ?? loss('c1', 'Nobody')], { summary, count: 1 }) } } },
  )
  await expect.element(text('Was given at Meridian Spain')).toBeVisible()
  expect(screen.getByRole('list', { name: 'The change in numbers' }).getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(button('Download')).not.toBeInTheDocument()
})

test('what there is none of is told without alarm', async () => {
  const summary = {
    losing: { people: 0, roles: 0 },
    gaining: { people: 2, roles: 3 },
    unchanged: 4,
    noRoleLeft: 0,
    newlySecondFactor: 1,
    tenants: 1,
  }
  const { text } = await harness(<ChangePreview change={change} />, {
    answers: { [tried]: { body: preview(rows, { summary }) }, ...applications },
  })
  await expect.element(text('gain 3 roles')).toBeVisible()
  expect([...document.querySelectorAll('.sum')].map(({ className }) => className)).toEqual([
    'sum same',
    'sum gain',
    'sum same',
    'sum same',
    'sum watch',
  ])
})

const Question = () => {
  const { viewOf, fresh, seen } = useFreshPreview()
  const [said, say] = useState('')
  return (
    <>
      {viewOf(change)}
      <button
        type="button"
        disabled={!seen}
        onClick={() =>
          void fresh(change).then(
            () => say('applied'),
            (error: unknown) => say(problemText(error)),
          )
        }
      >
        Apply
      </button>
      <p>{said}</p>
    </>
  )
}

test('before a run of several, what would happen by now is asked again: if it is something else, that is shown, and has to be confirmed again', async () => {
  const { button, text, answers } = await harness(<Question />, {
    answers: { [tried]: { body: preview(rows) }, ...applications },
  })
  await expect.element(text('41 people')).toBeVisible()
  const { summary } = preview(rows)
  answers[tried] = {
    body: preview(rows, { stamp: 'second', summary: { ...summary, losing: { people: 42, roles: 165 } } }),
  }
  await button('Apply').click()
  await expect.element(text(/^Something has changed since you looked/)).toBeVisible()
  await expect.element(text('42 people')).toBeVisible()
  await button('Apply').click()
  await expect.element(text('applied')).toBeVisible()
})

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
  done(9, { added: ['Signature: Signer'], undoable: true }),
  done(8, { removed: ['grants: Reader'], by: null }),
  done(7, { after: { isInheritable: true, roles: [] } }),
  done(6, { before: null, added: ['Grants: Manager'] }),
  done(5, { after: null }),
]

test('the last changes of a row say what, by whom and when; the one that nothing depends on is undone', async () => {
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
      .getByRole('region', { name: 'Last changes of this row' })
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
      'Row removed by luca.navarro',
    ])
  await expect
    .element(screen.getByText('1 minute ago').first())
    .toHaveAttribute('title', expect.stringMatching(/^\d\d-\d\d-\d{4} /))
  expect(calls('GET /admin/access/changes')[0]?.query.toString()).toBe(
    `identityId=${marta.id}&tenantId=${barcelona.id}&skip=0&take=5`,
  )
  await expect
    .element(screen.getByRole('link', { name: 'luca.navarro' }).first())
    .toHaveAttribute('href', `/identity/admin/users/${luca.id}`)
  await button('Undo').click()
  await expect.poll(() => calls('POST /admin/access/undo/9').length).toBe(1)
  await expect.poll(() => calls('GET /admin/access/changes').length).toBe(2)
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
    { code: 'changed-later', data: { by: 'anna.ferrer', on: '2026-03-05T09:15:00.000Z' } },
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
        `This cannot be undone any more: anna.ferrer changed it later, on ${formatDateTime('2026-03-05T09:15:00.000Z')}; the end of shop: Seller has passed`,
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

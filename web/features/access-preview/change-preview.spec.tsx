// What a change would do, before it is made; and the last changes of a row, undone.
import { afterEach, expect, test } from 'vitest'
import { useState } from 'react'
import { list } from '#web/features/members/members.harness.tsx'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { problemText } from '#web/lib/problem.ts'
import { barcelona, close, harness, id } from '#web/app/admin/feature-parts.harness.tsx'
import { loss, preview } from './access-preview.harness.tsx'
import { ChangePreview } from './change-preview.tsx'

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
      [download]: { status: 429 },
    },
  })
  await button('Losses 164').click()
  await button('Download').click()
  await expect
    .element(text('Too many requests came from your network, please wait a moment and try again'))
    .toBeVisible()
  expect(calls(download).map(({ query, body }) => [query.toString(), body])).toEqual([['change=Loses', change]])
})

test('a change that the server refuses shows its words', async () => {
  const {
    alert: _,
    page: screen,
    answers,
  } = await harness(<ChangePreview change={change} />, {
    answers: { [tried]: { status: 400, body: { code: 'tenant-below-itself' } }, ...applications },
  })
  await expect
    .element(screen.getByRole('alert').getByText('A tenant cannot stand below itself or below a tenant of its own'))
    .toBeVisible()
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

test.for<[number, boolean]>([
  [1, false],
  [2, true],
])('under a question of many roles of %i person there are tools to find people: %s', async ([people, tools]) => {
  const summary = {
    losing: { people, roles: 46 },
    gaining: { people: 0, roles: 0 },
    unchanged: 0,
    noRoleLeft: 0,
    newlySecondFactor: 0,
    tenants: 0,
  }
  const { page: screen } = await harness(<ChangePreview small change={{ kind: 'deleteUser', userId: id('c1') }} />, {
    answers: { [tried]: { body: preview(rows, { summary, count: 46 }) }, ...applications },
  })
  await expect.element(screen.getByRole('navigation', { name: /^Pages/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^No role left/ }).elements()).toHaveLength(tools ? 1 : 0)
  expect(screen.getByRole('textbox', { name: 'Search person' }).elements()).toHaveLength(tools ? 1 : 0)
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
  const { previewOf } = useParts()
  const { view, fresh, seen } = useReview(previewOf?.(change), { small: false })
  const [said, say] = useState('')
  return (
    <>
      {view}
      <button
        type="button"
        disabled={!seen}
        onClick={() =>
          void fresh().then(
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

// The tree beside a tenant: read level by level, walked by keys, and moved in by drag, by dialog and by keyboard.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { tap } from '#web/ui/touch.harness.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type Answers, close, type SentCall } from '#web/app/portal.harness.tsx'
import {
  barcelona,
  everyone,
  ferrer,
  france,
  iberia,
  madrid,
  meridian,
  moves,
  openTenants,
  pageOf,
  type Harness,
} from './tenants.harness.tsx'

afterEach(close)

type Answer = Extract<Answers[string], (sent: SentCall) => unknown>

const around = [
  'Global',
  '  Grupo Ferrer',
  '  Meridian Group',
  '    Meridian France',
  '    Meridian Iberia',
  '      Innovation Barcelona',
  '      Innovation Madrid',
]

test('R2.5-41 the way to the tenant is open, the rest is read when it is opened; each says how many are directly below', async () => {
  const harness = await openTenants(pageOf(madrid))
  await expect.poll(harness.lines).toEqual(around)
  await expect.element(harness.node('Meridian Group 2 below')).toHaveAttribute('aria-level', '2')
  await expect
    .element(harness.node('Innovation Barcelona requires MFA 1 below'))
    .toHaveAttribute('aria-expanded', 'false')
  expect(harness.calls(`GET /admin/tenants/${barcelona.id}/children`)).toEqual([])
  const leading = () => [...document.querySelectorAll('.tree .guide.leads')].length
  // Down to Madrid: past Ferrer and Meridian, past France and Iberia, past Barcelona to itself.
  expect(leading()).toBe(6)
  await (harness.node('Innovation Barcelona').element().querySelector('.arrow') as HTMLElement).click()
  await expect.poll(harness.lines).toEqual([...around.slice(0, 6), '        Altamira Energía', around[6]])
  await harness.button('Collapse all').click()
  await expect.poll(harness.lines).toEqual(around.slice(0, 3))
  await harness.button('Show this tenant in the tree').click()
  await expect.poll(harness.lines).toEqual(around)
  await expect.element(harness.node('Innovation Madrid')).toHaveFocus()
})

const many = Array.from({ length: 250 }, (_, n) => ({
  ...madrid,
  id: `00000000-0000-4000-8000-0000001${String(n).padStart(5, '0')}`,
  title: `Child ${String(n).padStart(3, '0')}`,
  parentId: ferrer.id,
}))

test('R2.5-41 R7.7-08 a long level comes a hundred at a time; the tenant that is shown stands in it from the start', async () => {
  const last = many[249] ?? madrid
  const harness = await openTenants(pageOf(last), { tenants: [...everyone, ...many] })
  await expect.element(harness.node('Child 249')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => harness.lines().filter((line) => line.includes('Child')).length).toBe(101)
  await harness.node('Show 100 more').click()
  await expect.poll(() => harness.lines().filter((line) => line.includes('Child')).length).toBe(201)
  await harness.node('Show 49 more').click()
  await expect.poll(() => harness.lines().filter((line) => line.includes('Child')).length).toBe(250)
  await expect.element(harness.node('Show')).not.toBeInTheDocument()
  expect(harness.calls(`GET /admin/tenants/${ferrer.id}/children`).map(({ path }) => path.split('?')[1])).toEqual([
    'take=100&skip=0',
    `take=0&includeIds=${last.id}`,
    'take=100&skip=100',
    'take=100&skip=200',
  ])
})

test('R2.5-41 while a level is read it says so; what cannot be read can be tried again', async () => {
  const harness = await openTenants(pageOf(ferrer))
  await expect.element(harness.node('Meridian Group')).toBeVisible()
  const usual = harness.answers[`GET /admin/tenants/${meridian.id}/children`]
  harness.answers[`GET /admin/tenants/${meridian.id}/children`] = { status: 503 }
  harness.node('Meridian Group').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect
    .element(harness.node('Try again'))
    .toHaveAttribute('data-tip', 'The service is busy, please try again in a moment')
  if (usual) harness.answers[`GET /admin/tenants/${meridian.id}/children`] = usual
  await harness.node('Try again').click()
  await expect.element(harness.node('Meridian Iberia')).toBeVisible()
})

test('WAI-ARIA tree: arrows, Home, End and letters walk it, right opens and left closes, one line is a tab stop, Enter opens the page', async () => {
  const harness = await openTenants(pageOf(ferrer))
  await expect.element(harness.node('Grupo Ferrer')).toHaveAttribute('tabindex', '0')
  harness.node('Grupo Ferrer').element().focus()
  const at = (name: string) => expect.element(harness.node(name)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await at('Meridian Group')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(harness.node('Meridian France')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await at('Meridian France')
  await userEvent.keyboard('{End}')
  await at('Meridian Iberia')
  await userEvent.keyboard('{ArrowLeft}')
  await at('Meridian Group')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(harness.lines).toEqual(around.slice(0, 3))
  await userEvent.keyboard('{Home}')
  await at('Global')
  await userEvent.keyboard('m')
  await at('Meridian Group')
  expect(document.querySelectorAll('[role=treeitem][tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(harness.heading('Meridian Group')).toBeVisible()
})

test('WAI-ARIA tree: letters in one go lead to the line that begins with all of them; a finger opens a page', async () => {
  const harness = await openTenants(pageOf(ferrer))
  const group = harness.node('Meridian Group')
  await expect.element(group).toBeVisible()
  await tap(group)
  await expect.element(harness.heading('Meridian Group')).toBeVisible()
  harness.node('Global').element().focus()
  await expect.element(harness.node('Meridian Iberia')).toBeVisible()
  await userEvent.keyboard('meridian i')
  await expect.element(harness.node('Meridian Iberia')).toHaveFocus()
})

const question = ({ page }: Harness) => page.getByRole('alertdialog', { name: 'Move Innovation Madrid' })

test('R4.11-04 R7.7-09 moving by the dialog asks first, with the focus on what changes nothing; confirmed, it is moved, and can be undone', async () => {
  const harness = await openTenants(pageOf(madrid))
  moves(harness, madrid.id)
  await harness.button('Move').click()
  const dialog = harness.dialog('Move Innovation Madrid')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.element(dialog.getByText('Please select the new parent')).toBeVisible()
  await dialog.getByRole('combobox').click()
  await dialog.getByRole('option', { name: /Meridian France/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect
    .element(question(harness))
    .toMatchTextContent(
      /Are you sure you want to change this entity parent\? This action can affect users permissions\./,
    )
  await expect.element(question(harness).getByRole('button', { name: 'Keep it where it is' })).toHaveFocus()
  await question(harness).getByRole('button', { name: 'Move', exact: true }).click()
  await expect
    .element(harness.page.getByRole('navigation', { name: 'Under' }).getByRole('link', { name: 'Meridian France' }))
    .toBeVisible()
  await expect
    .poll(() => harness.lines().slice(2))
    .toEqual([
      '  Meridian Group',
      '    Meridian France',
      '      Innovation Madrid',
      '    Meridian Iberia',
      '      Innovation Barcelona',
    ])
  const lastMoves = () => harness.calls('GET /admin/access/moves').length
  const before = lastMoves()
  await harness.button('Undo').click()
  await expect.element(harness.text('Innovation Madrid is back where it was')).toBeVisible()
  await expect.poll(lastMoves).toBeGreaterThan(before)
  expect(harness.calls('PUT').map(({ path, body }) => [path, body])).toEqual(
    [france.id, iberia.id].map((newParentId) => [`/admin/tenants/${madrid.id}/change-parent`, { newParentId }]),
  )
})

test('R4.11-04 while what is below the old parent is read again, the tenant stands below the new one, and there alone', async () => {
  const harness = await openTenants(pageOf(madrid))
  moves(harness, madrid.id)
  await expect.poll(() => harness.lines()).toEqual(around)
  const childrenOf = `GET /admin/tenants/${iberia.id}/children`
  const before = harness.answers[childrenOf] as Answer
  const { promise: later, resolve: go } = Promise.withResolvers<undefined>()
  harness.answers[childrenOf] = async (sent) => {
    await later
    return before(sent)
  }
  await harness.button('Move').click()
  const dialog = harness.dialog('Move Innovation Madrid')
  await dialog.getByRole('combobox').click()
  await dialog.getByRole('option', { name: /Meridian France/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await question(harness).getByRole('button', { name: 'Move', exact: true }).click()
  await expect
    .poll(() => harness.lines().slice(2))
    .toEqual([
      '  Meridian Group',
      '    Meridian France',
      '      Innovation Madrid',
      '    Meridian Iberia',
      '      Innovation Barcelona',
    ])
  go(undefined)
})

test('R4.11-04 moving by keyboard: Alt+M on a line; what cannot be is said before it is asked', async () => {
  const harness = await openTenants(pageOf(madrid))
  moves(harness, iberia.id)
  await expect.element(harness.node('Meridian Iberia')).toBeVisible()
  harness.node('Meridian Iberia').element().focus()
  await userEvent.keyboard('{Alt>}m{/Alt}')
  const dialog = harness.dialog('Move Meridian Iberia')
  for (const [name, said] of [
    [/^Innovation Barcelona/, 'A tenant cannot stand below itself or below a tenant of its own'],
    [/^Meridian Group/, 'It stands there already'],
  ] as const) {
    await dialog.getByRole('combobox').click()
    await dialog.getByRole('option', { name }).click()
    await expect.element(dialog.getByText(said)).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose another tenant' }).click()
  }
  await dialog.getByRole('combobox').click()
  await dialog.getByRole('option', { name: /^Global/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await harness.page
    .getByRole('alertdialog', { name: 'Move Meridian Iberia' })
    .getByRole('button', { name: 'Move', exact: true })
    .click()
  await expect.poll(harness.lines).toContain('  Meridian Iberia')
  await expect.element(harness.node('Meridian Iberia')).toHaveFocus()
  expect(harness.calls('PUT').map(({ body }) => body)).toEqual([{ newParentId: globalTenant }])
})

test('R4.11-04 a line that is drawn anew has the focus again', async () => {
  const harness = await openTenants(pageOf(madrid))
  const iberiaLine = harness.node('Meridian Iberia')
  const drawAnew = () => {
    harness.node('Meridian Group').element().querySelector<HTMLElement>('.arrow')?.click()
    return expect.poll(harness.lines).toEqual(around.slice(0, 3))
  }
  await expect.element(iberiaLine).toBeVisible()
  iberiaLine.element().focus()
  await drawAnew()
  harness.node('Meridian Group').element().querySelector<HTMLElement>('.arrow')?.click()
  await expect.element(iberiaLine).toHaveFocus()
})

/** What the browser does while something is dragged by its pointer. */
const drag = async (harness: Harness, from: string, to: string) => {
  await expect.element(harness.node(to)).toBeVisible()
  await userEvent.dragAndDrop(harness.node(from), harness.node(to))
}

test('R4.11-04 dragged onto another tenant it stands there while the question does, and is back when the answer is no', async () => {
  const harness = await openTenants(pageOf(madrid))
  await drag(harness, 'Innovation Madrid', 'Meridian France')
  await expect.element(question(harness)).toBeVisible()
  await expect
    .poll(harness.lines)
    .toEqual([...around.slice(0, 4), '      Innovation Madrid', '    Meridian Iberia', '      Innovation Barcelona'])
  await question(harness).getByRole('button', { name: 'Keep it where it is' }).click()
  await expect.poll(harness.lines).toEqual(around)
  expect(harness.calls('PUT')).toEqual([])
})

test.each([
  [
    'the server’s words',
    { status: 400, body: { code: 'tenant-below-itself' } },
    'A tenant cannot stand below itself or below a tenant of its own',
  ],
  ['Unexpected error', { status: 500 }, 'Unexpected error'],
  ['Unexpected error where no answer came', 'network error', 'Unexpected error'],
] as const)(
  'R4.11-04 a refused move shows %s, and the tree goes back to its previous shape',
  async (_, answer, said) => {
    const harness = await openTenants(pageOf(madrid))
    harness.answers[`PUT /admin/tenants/${madrid.id}/change-parent`] = answer
    await drag(harness, 'Innovation Madrid', 'Meridian France')
    await question(harness).getByRole('button', { name: 'Move', exact: true }).click()
    await expect.element(harness.page.getByRole('alert').getByText(said)).toBeVisible()
    await expect.element(harness.text('Innovation Madrid was not moved')).toBeVisible()
    await expect.poll(harness.lines).toEqual(around)
  },
)

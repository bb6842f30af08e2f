// Selected rows, and what is done with them: one after the other, with progress, failures and a way to stop.
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { anyOf } from '#contract/kernel/endpoint.ts'
import { users } from '#contract/users.ts'
import { CallProblem } from '#web/lib/problem.ts'
import type { Review } from '#web/lib/use-review.tsx'
import { area, areaId, close, many, show, whole } from './entity-table.harness.tsx'

afterEach(close)

const inUse = { status: 409, body: { code: 'area-in-use' } }
const begun = async (given: Parameters<typeof show>[0] = {}) => {
  const harness = await show(given)
  await expect.poll(harness.loaded).toBeGreaterThan(0)
  const pick = async (...names: string[]) => {
    for (const name of names) await harness.box(`Select ${name}`).click()
  }
  const press = (name: string) => harness.dialog().getByRole('button', { name, exact: true }).click()
  const removed = () => harness.calls('DELETE').map(({ path }) => path.split('/').at(-1))
  return { ...harness, pick, press, removed }
}

test('R2.5-57 the selection survives paging and searching, and its bar stands where the toolbar was', async () => {
  const { pick, text, button, box, field, loaded } = await begun({ rows: many(25) })
  await pick('Area 01', 'Area 02')
  await expect.element(text('2 selected')).toBeVisible()
  expect(field('Search in Areas').elements()).toHaveLength(0)
  await button('Page 3').click()
  await expect.poll(loaded).toBe(5)
  await pick('Area 21')
  await expect.element(text('3 selected')).toBeVisible()
  await button('Page 1').click()
  await expect.element(box('Select Area 02')).toBeChecked()
  await box('Select this page of Areas').click()
  await expect.element(text('11 selected')).toBeVisible()
  await button('Clear selection').click()
  await expect.element(field('Search in Areas')).toBeVisible()
})

test('rule 23 a finger beside a box means the box, and does not open the row', async () => {
  const { box } = await begun({ rows: many(3) })
  const chosen = box('Select Area 02').element()
  const cell = chosen.closest('td')?.getBoundingClientRect() ?? new DOMRect()
  const corners = [
    [cell.left + 2, cell.top + 2],
    [cell.right - 2, cell.bottom - 2],
  ] as const
  expect(corners.map(([x, y]) => document.elementFromPoint(x, y) === chosen)).toEqual([true, true])
})

test('R2.5-57 all rows that match can be selected; those that cannot say why', async () => {
  const { pick, text, button, page, calls } = await begun({
    rows: [...many(24), area(25, { system: true }), area(0, { system: true })],
  })
  const stays = page.getByRole('checkbox', { name: 'Area 00 cannot be selected: Belongs to the system' })
  await expect.element(stays).toBeDisabled()
  stays.element().closest<HTMLElement>('[tabindex="0"]')?.focus()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Belongs to the system')
  await pick('Area 01')
  await button('Select all 26').click()
  await expect.element(text('24 selected')).toBeVisible()
  expect(Object.fromEntries(calls('GET').at(-1)?.query ?? [])).toMatchObject({ skip: '0', take: '10000' })
})

test('R4.9-02 R4.9-03 R2.5-59 deleting the selected rows runs one at a time, counts what failed, goes on, and tells at the end', async () => {
  let running = 0
  let most = 0
  let endLast = () => {}
  const last = new Promise<void>((resolve) => (endLast = resolve))
  const slow = (ends: () => Promise<void>) => async () => {
    most = Math.max(most, ++running)
    await ends()
    running -= 1
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const refuse = {
    [`DELETE /admin/areas/${areaId(1)}`]: slow(() => new Promise((resolve) => setTimeout(resolve, 60))),
    [`DELETE /admin/areas/${areaId(2)}`]: inUse,
    [`DELETE /admin/areas/${areaId(3)}`]: slow(() => last),
  }
  const { pick, press, button, dialog, text, page, removed } = await begun({ rows: many(4), refuse })
  await pick('Area 01', 'Area 02', 'Area 03')
  await button('Delete selected').click()
  await expect.element(dialog()).toHaveAccessibleName('Delete 3 areas?')
  await expect.element(dialog().getByText('Nobody belongs there any more.')).toBeVisible()
  for (const name of ['Area 01', 'Area 02', 'Area 03']) await expect.element(dialog().getByText(name)).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Keep' })).toHaveFocus()
  await press('Delete')
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(text('This operation may take a few minutes, please be patient.')).toBeVisible()
  endLast()
  await expect.element(dialog().getByText('2 deleted, 1 failed')).toBeVisible()
  await expect.element(dialog()).toHaveAccessibleName('Deletion finished')
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  await expect.element(dialog().getByText(/This area is in use and cannot be deleted/)).toBeVisible()
  await expect.element(text('2 deleted')).toBeVisible()
  expect([removed(), most]).toEqual([[areaId(1), areaId(2), areaId(3)], 1])
  await press('Close')
  await expect.element(button('Delete selected')).not.toBeInTheDocument()
})

test('R4.9-02 Stop ends the run after the row it is at', async () => {
  let release = () => {}
  const held = () =>
    new Promise<Response>((resolve) => {
      release = () => resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }))
    })
  const { pick, press, button, dialog, removed } = await begun({
    refuse: { [`DELETE /admin/areas/${areaId(1)}`]: held },
  })
  await pick('Area 01', 'Area 02')
  await button('Delete selected').click()
  await press('Delete')
  await expect.poll(removed).toEqual([areaId(1)])
  await press('Stop')
  release()
  await expect.element(dialog().getByText('1 deleted, 0 failed')).toBeVisible()
  await expect.element(dialog()).toHaveAccessibleName('Stopped')
  expect(removed()).toEqual([areaId(1)])
})

test('one row is deleted from its menu, by its name; keeping it changes nothing', async () => {
  const { button, item, dialog, press, names, removed } = await begun()
  await button('Actions for Area 02').click()
  await item('Delete').click()
  await expect.element(dialog()).toHaveAccessibleName('Delete Area 02?')
  await press('Keep')
  await button('Actions for Area 02').click()
  await item('Delete').click()
  await press('Delete')
  await press('Close')
  await expect.poll(names).toEqual(['Area 01', 'Area 03'])
  expect(removed()).toEqual([areaId(2)])
})

test('R4.9-04 when the last row of the last page is deleted, the table moves back one page', async () => {
  const { button, item, press, text, address } = await begun({ rows: many(21), at: '/list?page=3' })
  await button('Actions for Area 21').click()
  await item('Delete').click()
  await press('Delete')
  await press('Close')
  await expect.element(text('11–20 of 20')).toBeVisible()
  expect(address()).toBe('?page=2')
})

test('R2.5-55 A-181 delete all names the number and wants it typed, deletes all that the search shows, and nothing else', async () => {
  const rows = [
    ...Array.from({ length: 230 }, (_, index) => area(index + 100, { name: `Old ${index + 100}` })),
    area(50, { name: 'Old 000', system: true }),
    area(1, { name: 'New' }),
  ]
  const { button, item, dialog, press, page, play, removed, text } = await begun({
    rows,
    at: '/list?q=old',
    refuse: { [`DELETE /admin/areas/${areaId(101)}`]: inUse },
  })
  await button('More').click()
  await item('Delete all').click()
  await expect.element(dialog()).toHaveAccessibleName('Delete 231 areas?')
  const go = dialog().getByRole('button', { name: 'Delete', exact: true })
  await expect.element(go).toBeDisabled()
  await page.getByLabelText('Type 231 to confirm').fill('230')
  await expect.element(go).toBeDisabled()
  await page.getByLabelText('Type 231 to confirm').fill('231')
  await go.click()
  await expect.element(dialog().getByText('229 deleted, 2 failed')).toBeVisible()
  await expect.element(dialog().getByText(/Belongs to the system/)).toBeVisible()
  expect([removed().length, removed().includes(areaId(50))]).toEqual([230, false])
  expect(play.rows.map(({ name }) => name).toSorted()).toEqual(['New', 'Old 000', 'Old 101'])
  await press('Close')
  await expect.element(text('1–2 of 2')).toBeVisible()
})

test('an action on the selected rows is there for its roles and its rows, and runs through all of them', async () => {
  const each = vi.fn(async (_row: unknown) => {})
  const bulk = [
    {
      id: 'mark',
      label: 'Mark',
      confirm: (rows: readonly unknown[]) => ({ title: `Mark ${rows.length}?`, ok: 'Mark them' }),
      each,
    },
    {
      id: 'god',
      label: 'Only God',
      may: { ...users.list, access: anyOf('God') },
      confirm: () => ({ title: '', ok: '' }),
      each,
    },
    { id: 'never', label: 'Never', when: () => false, confirm: () => ({ title: '', ok: '' }), each },
  ]
  const { pick, button, dialog, press } = await begun({ list: { ...whole, bulk } })
  await pick('Area 01', 'Area 03')
  for (const name of ['Only God', 'Never']) expect(button(name).elements()).toHaveLength(0)
  await button('Mark').click()
  await expect.element(dialog()).toHaveAccessibleName('Mark 2?')
  await press('Mark them')
  await expect.element(dialog().getByText('2 done, 0 failed')).toBeVisible()
  await expect.element(dialog()).toHaveAccessibleName('Mark: finished')
  expect(each.mock.calls.map(([row]) => row)).toMatchObject([{ name: 'Area 01' }, { name: 'Area 03' }])
})

const Preview = ({ onSeen }: { onSeen: (seen: { stamp: string }) => void }) => {
  useEffect(() => onSeen({ stamp: 'then' }), [onSeen])
  return <p>What would happen</p>
}

const refusals = [
  ['vanished', new CallProblem('answered', 404, { code: 'area-not-found', message: 'Not found' })],
  ['became one that stays', new CallProblem('answered', 409, { code: 'area-in-use', message: 'In use' })],
] as const
test.each(refusals)(
  'R4.9-02 a row that %s between question and yes is a failure in the count, and the run goes on',
  async (_, refusal) => {
    const review: Review = {
      key: 'k',
      draw: ({ onSeen }) => <Preview onSeen={onSeen} />,
      stampNow: () => Promise.reject(refusal),
      refresh: async () => {},
    }
    const bulk = [
      {
        id: 'mark',
        label: 'Mark',
        confirm: () => ({ title: 'Mark?', ok: 'Mark them', review }),
        each: (row: { name: string }) => (row.name === 'Area 01' ? Promise.reject(refusal) : Promise.resolve()),
      },
    ]
    const { pick, button, dialog, press } = await begun({ list: { ...whole, bulk } })
    await pick('Area 01', 'Area 03')
    await button('Mark').click()
    await expect.element(dialog().getByText('What would happen')).toBeVisible()
    await press('Mark them')
    await expect.element(dialog().getByText('1 done, 1 failed')).toBeVisible()
  },
)

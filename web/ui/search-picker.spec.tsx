import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Area, areas } from '#contract/areas.ts'
import { close, json, playServer, showPage } from './page.harness.tsx'
import { SearchPicker } from './search-picker.tsx'
import { press, scroll, tap } from './touch.harness.ts'
import type { PickerDef } from './use-finding.ts'
import { WideDialog } from './wide-dialog.tsx'

afterEach(close)

const picker: PickerDef<Area> = {
  list: areas.list,
  orderBy: 'name',
  pause: 0,
  opened: true,
  itemKey: ({ id }) => id,
  show: ({ name }) => <b>{name}</b>,
  texts: {
    label: 'Thing',
    hint: 'One of many',
    placeholder: 'Type a name',
    another: 'Choose another',
    searching: 'Searching',
    nothing: 'Nothing found',
    found: (count) => `${count} found`,
    more: (count) => `${count} more`,
  },
}

const all = Array.from({ length: 25 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Thing ${index + 1}`,
}))

const Form = ({ onClose, onChoose }: { onClose: () => void; onChoose: (name: string | undefined) => void }) => {
  const [chosen, choose] = useState<Area>()
  return (
    <WideDialog title="Choose" width={400} onClose={onClose}>
      <SearchPicker
        picker={picker}
        chosen={chosen}
        error={undefined}
        onChoose={(thing) => {
          choose(thing)
          onChoose(thing?.name)
        }}
      />
      <button type="button">Below</button>
    </WideDialog>
  )
}

const opened = async () => {
  const [onClose, onChoose] = [vi.fn(), vi.fn()]
  playServer(({ query }) => {
    const items = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''))
    return json({ items, count: items.length * 4 })
  })
  const places = { '/': <Form onClose={onClose} onChoose={onChoose} /> }
  await showPage({ places, at: '/', roles: ['Administrator'], texts: ['table'] })
  const field = page.getByRole('combobox', { name: 'Thing' })
  await expect.element(field).toHaveFocus()
  const active = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')?.textContent
  return { field, active, onClose, onChoose, list: page.getByRole('listbox', { name: 'Thing' }) }
}

test('the list opens with an arrow key and is walked: arrows go round, Page keys by ten, Home and End', async () => {
  const { field, active, list } = await opened()
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  // Beside other specs the first key came once to a document whose focus another one had just taken.
  await expect
    .poll(async () => {
      ;(field.element() as HTMLElement).focus()
      await userEvent.keyboard('{ArrowDown}')
      return field.element().getAttribute('aria-expanded')
    })
    .toBe('true')
  await expect.element(list).toBeVisible()
  await expect.poll(active).toBe('Thing 1')
  for (const [key, thing] of [
    ['{ArrowUp}', 'Thing 25'],
    ['{ArrowDown}', 'Thing 1'],
    ['{PageDown}', 'Thing 11'],
    ['{PageDown}', 'Thing 21'],
    ['{PageDown}', 'Thing 25'],
    ['{PageUp}', 'Thing 15'],
    ['{Home}', 'Thing 1'],
    ['{End}', 'Thing 25'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(active, { message: key }).toBe(thing)
  }
  const box = list.element().getBoundingClientRect()
  const last = page.getByRole('option', { name: 'Thing 25' }).element().getBoundingClientRect()
  expect(last.bottom).toBeLessThanOrEqual(Math.ceil(box.bottom))
  await expect.element(field).toHaveFocus()
})

test('what is typed is found, said and chosen by Enter; the focus goes to what was chosen', async () => {
  const { field, active, onChoose } = await opened()
  await field.fill('thing 2')
  await expect.element(page.getByText('7 found · 21 more')).toBeVisible()
  await expect.poll(active).toBe('Thing 2')
  await userEvent.keyboard('{Home}')
  expect(active(), 'Home belongs to the text').toBe('Thing 2')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChoose.mock.calls).toEqual([['Thing 20']])
  await expect.element(page.getByRole('button', { name: 'Choose another' })).toHaveFocus()
})

test('Escape goes by layers: the list, what was typed, the dialog', async () => {
  const { field, list, onClose } = await opened()
  await field.fill('thing')
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('thing')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('')
  await expect.element(list).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the list covers the form instead of pushing it down, and goes with the focus', async () => {
  const { field, list } = await opened()
  const below = page.getByRole('button', { name: 'Below' })
  const height = () => below.element().parentElement?.offsetHeight
  const before = height()
  await field.click()
  await expect.element(list).toBeVisible()
  expect(height()).toBe(before)
  await userEvent.tab()
  await expect.element(list).not.toBeInTheDocument()
})

test('a finger opens the list and chooses from it', async () => {
  const { field, list, onChoose } = await opened()
  await tap(field)
  await expect.element(list).toBeVisible()
  await tap(page.getByRole('option', { name: 'Thing 3', exact: true }))
  await expect.poll(() => onChoose.mock.calls).toEqual([['Thing 3']])
})

test('what was pressed is chosen, though an answer moves it before the button is released', async () => {
  const { field, list, onChoose } = await opened()
  await field.click()
  await expect.element(list).toBeVisible()
  const third = page.getByRole('option', { name: 'Thing 3', exact: true })
  const release = await press(third)
  await userEvent.keyboard('3')
  await expect.poll(() => list.element().textContent).toBe('Thing 3Thing 13Thing 23')
  await release()
  await expect.poll(() => onChoose.mock.calls).toEqual([['Thing 3']])
})

test('a pointer that is moved to another option before it is released chooses nothing', async () => {
  const { field, list, onChoose } = await opened()
  await field.click()
  await expect.element(list).toBeVisible()
  const release = await press(page.getByRole('option', { name: 'Thing 3', exact: true }))
  await release(page.getByRole('option', { name: 'Thing 4', exact: true }))
  await expect.element(list).toBeVisible()
  expect(onChoose).not.toHaveBeenCalled()
})

test('a finger that scrolled has pressed nothing that a later tap below would choose', async () => {
  const { field, list, onChoose } = await opened()
  await tap(field)
  await expect.element(list).toBeVisible()
  const third = page.getByRole('option', { name: 'Thing 3', exact: true })
  const { left, top, width, height } = third.element().getBoundingClientRect()
  const there = { clientX: left + width / 2, clientY: top + height / 2 }
  const gone = new Promise((done) => addEventListener('pointercancel', done, { once: true }))
  await scroll(third, -60)
  await gone
  const below = list.element().parentElement?.querySelector('[role=status]')
  below?.dispatchEvent(new MouseEvent('click', { bubbles: true, ...there }))
  expect(onChoose).not.toHaveBeenCalled()
})

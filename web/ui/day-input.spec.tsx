import { type FormEvent, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { addTexts, changeLanguage } from '#web/lib/i18n.ts'
import { DayField } from './day-field.tsx'
import { DayInput } from './day-input.tsx'
import { show } from './widgets.harness.tsx'
import { WideDialog } from './wide-dialog.tsx'

afterEach(async () => {
  await cleanup()
  vi.useRealTimers()
  await changeLanguage('en')
})

const Days = ({
  day = '',
  onDay,
  ...limits
}: {
  day?: string
  onDay: (day: string) => void
  min?: string
  max?: string
}) => {
  const [value, setValue] = useState(day)
  const change = (next: string) => {
    setValue(next)
    onDay(next)
  }
  return <DayInput label="Ends on" value={value} onChange={change} {...limits} />
}

const field = page.getByRole('textbox', { name: 'Ends on' })
const button = page.getByRole('button', { name: 'Calendar: Ends on' })
const calendar = page.getByRole('dialog', { name: 'Calendar: Ends on' })
const focused = () => document.activeElement?.getAttribute('aria-label')

const shown = async (limits: { day?: string; min?: string; max?: string } = {}) => {
  const onDay = vi.fn()
  await show(<Days onDay={onDay} {...limits} />)
  await addTexts('table')
  return onDay
}

test('a day is typed as people write it, and shown as it is read everywhere', async () => {
  const onDay = await shown()
  await field.fill('5 March 2026')
  await userEvent.tab()
  await expect.element(field).toHaveValue('05-03-2026')
  await field.fill('')
  expect(onDay.mock.calls).toEqual([['2026-03-05'], ['']])
})

test('what is no day stays, and says in which form it is wanted, once it is left', async () => {
  const onDay = await shown()
  await field.fill('31-02-2026')
  await expect.element(field).not.toBeInvalid()
  await userEvent.tab()
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveValue('31-02-2026')
  await expect.element(field).toHaveAccessibleDescription('Write the day as DD-MM-YYYY')
  expect(onDay).not.toHaveBeenCalled()
  await field.fill('28-02-2026')
  await expect.element(field).not.toBeInvalid()
})

test.each([
  ['by Enter', () => userEvent.keyboard('{Enter}')],
  ['by its button', () => userEvent.keyboard('{Tab}{Tab}{Enter}')],
] as const)('while what is typed is no day, the form is not sent with the day before it, %s', async (_way, send) => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const onDay = vi.fn()
  await show(
    <form noValidate onSubmit={onSubmit}>
      <Days day="2026-03-05" onDay={onDay} />
      <button type="submit">Save</button>
    </form>,
  )
  await addTexts('table')
  await field.fill('31-02-2026')
  await send()
  await expect.element(field).toBeInvalid()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription('Write the day as DD-MM-YYYY')
  expect(onSubmit).not.toHaveBeenCalled()
  await field.fill('28-02-2026')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('the button of the calendar stays in the field where a message is wider than it', async () => {
  await shown()
  await field.fill('31-02-2026')
  await userEvent.tab()
  await expect.element(field).toBeInvalid()
  const [of, at] = [field, button].map((one) => one.element().getBoundingClientRect()) as [DOMRect, DOMRect]
  expect(of.right - at.right).toBeCloseTo(3, 0)
  expect([at.left > of.left, at.top >= of.top, at.bottom <= of.bottom]).toEqual([true, true, true])
})

test('the calendar is walked with the keys of a date picker, and Enter chooses', async () => {
  const onDay = await shown({ day: '2026-03-05' })
  await button.click()
  await expect.poll(focused).toBe('Thursday, 5 March 2026, chosen')
  for (const [key, day] of [
    ['{ArrowRight}', 'Friday, 6 March 2026'],
    ['{ArrowDown}', 'Friday, 13 March 2026'],
    ['{Home}', 'Monday, 9 March 2026'],
    ['{End}', 'Sunday, 15 March 2026'],
    ['{ArrowUp}', 'Sunday, 8 March 2026'],
    ['{ArrowLeft}', 'Saturday, 7 March 2026'],
    ['{PageDown}', 'Tuesday, 7 April 2026'],
    ['{PageUp}', 'Saturday, 7 March 2026'],
    ['{Shift>}{PageDown}{/Shift}', 'Sunday, 7 March 2027'],
    ['{Shift>}{PageUp}{/Shift}', 'Saturday, 7 March 2026'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.poll(focused, { message: key }).toBe(day)
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await expect.element(field).toHaveValue('07-03-2026')
  expect(onDay.mock.calls).toEqual([['2026-03-07']])
})

test('today is one press away, and so is no day at all', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00') })
  const onDay = await shown({ day: '2026-03-05' })
  await button.click()
  await calendar.getByRole('button', { name: 'Today', exact: true }).click()
  await expect.element(field).toHaveValue('22-11-2026')
  await button.click()
  await calendar.getByRole('button', { name: 'Clear' }).click()
  await expect.element(field).toHaveValue('')
  await button.click()
  await expect.poll(focused).toBe('Sunday, 22 November 2026, today')
  await expect.element(calendar.getByRole('button', { name: 'Clear' })).toBeDisabled()
  expect(onDay.mock.calls).toEqual([['2026-11-22'], ['']])
})

test('what is not to be chosen is not offered, today included', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00') })
  await shown({ min: '2026-11-24', max: '2026-11-26' })
  await button.click()
  await expect.poll(focused).toBe('Tuesday, 24 November 2026')
  await expect.element(calendar.getByRole('button', { name: 'Today', exact: true })).toBeDisabled()
  await expect.element(calendar.getByRole('button', { name: 'Monday, 23 November 2026' })).toBeDisabled()
  await expect.element(calendar.getByRole('button', { name: 'Friday, 27 November 2026' })).toBeDisabled()
  await expect.element(calendar.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true')
})

test('Escape closes the calendar and nothing else, and the focus returns', async () => {
  const close = vi.fn()
  await show(
    <WideDialog title="End" width={400} onClose={close}>
      <Days onDay={vi.fn()} />
    </WideDialog>,
  )
  await addTexts('table')
  await button.click()
  await expect.element(calendar.getByRole('grid')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(close).not.toHaveBeenCalled()
})

test('it speaks the reader’s language, in its weeks', async () => {
  await shown({ day: '2026-03-05' })
  await changeLanguage('de')
  await page.getByRole('button', { name: 'Kalender: Ends on' }).click()
  await expect.poll(focused).toBe('Donnerstag, 5. März 2026, gewählt')
  const grid = page.getByRole('grid', { name: 'März 2026' })
  expect(grid.element().querySelector('th')?.textContent).toBe('Mo')
  await expect.element(field).toHaveAttribute('placeholder', 'TT-MM-JJJJ')
  await field.fill('7. April 2026')
  await userEvent.tab()
  await expect.element(field).toHaveValue('07-04-2026')
})

test('of a day that is still to come nothing can be asked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00') })
  const onDay = vi.fn()
  await show(<DayField label="As of" value="" onChange={onDay} />)
  await addTexts('table')
  const asOf = page.getByRole('textbox', { name: 'As of' })
  await asOf.fill('23-11-2026')
  await expect.element(asOf).toHaveAccessibleDescription('Choose a day no later than 22-11-2026')
  await userEvent.tab()
  await expect.element(asOf).toHaveValue('23-11-2026')
  await expect.element(asOf).toHaveAccessibleDescription('Choose a day no later than 22-11-2026')
  expect(onDay).not.toHaveBeenCalled()
  await asOf.click()
  await userEvent.keyboard('{Control>}a{/Control}99-99')
  await userEvent.tab()
  await expect.element(asOf).toHaveAccessibleDescription('Write the day as DD-MM-YYYY')
  expect([...document.querySelectorAll('small')].filter((said) => said.checkVisibility())).toHaveLength(1)
  await asOf.fill('22-11-2026')
  await expect.element(asOf).not.toBeInvalid()
  expect(onDay).toHaveBeenCalledExactlyOnceWith('2026-11-22')
})

import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import { tip, WithReason } from './tip.tsx'
import './tooltip.ts'
import { tap, touch } from './touch.harness.ts'
import { show } from './widgets.harness.tsx'

afterEach(cleanup)

const bubble = page.getByRole('tooltip')
const press = vi.fn()
const button = (
  <button type="button" aria-label="Refresh" data-tip="Reads the list again" onClick={press}>
    ⟳
  </button>
)

test('words show where a pointer rests, stay while it is on them, and go with it', async () => {
  await show(
    <div style={{ padding: 100 }}>
      {button}
      <p>beside</p>
    </div>,
  )
  await page.getByRole('button').hover()
  await expect.element(bubble).toHaveTextContent('Reads the list again')
  await bubble.hover()
  await new Promise(requestAnimationFrame)
  await expect.element(bubble).toBeVisible()
  await page.getByText('beside').hover()
  await expect.element(bubble).not.toBeInTheDocument()
})

test('words that would lie over a message lie above, also when it comes after them', async () => {
  await show(
    <div style={{ padding: 100, height: 400 }}>
      <input aria-label="Before" />
      {button}
      <p style={{ margin: 0 }} role="alert" />
    </div>,
  )
  await page.getByLabelText('Before').click()
  await userEvent.keyboard('{Tab}')
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const anchor = page.getByRole('button').element()
  await expect.poll(() => boxOf(bubble.element()).top).toBeGreaterThan(boxOf(anchor).bottom)
  // Floating UI looks again in the first frames by itself.
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  page.getByRole('alert').element().textContent = 'No day later than today'
  await expect.poll(() => boxOf(bubble.element()).bottom).toBeLessThan(boxOf(anchor).top)
})

test('without room above, words lie below, over a message', async () => {
  await show(
    <div style={{ position: 'fixed', top: 0, left: 100 }}>
      <input aria-label="Before" />
      {button}
      <p style={{ margin: 0 }} role="alert">
        No day later than today
      </p>
    </div>,
  )
  await page.getByLabelText('Before').click()
  await userEvent.keyboard('{Tab}')
  const anchor = page.getByRole('button').element()
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  expect(bubble.element().getBoundingClientRect().top).toBeGreaterThan(anchor.getBoundingClientRect().bottom)
})

test('what the pointer brought goes with it, though the button has the focus; what the keyboard brought stays', async () => {
  await show(
    <div style={{ padding: 100 }}>
      <input aria-label="Before" />
      {button}
      <p>beside</p>
    </div>,
  )
  const trigger = page.getByRole('button')
  await trigger.click()
  await page.getByText('beside').hover()
  await trigger.hover()
  await expect.element(bubble).toHaveTextContent('Reads the list again')
  await expect.element(trigger).toHaveFocus()
  await page.getByText('beside').hover()
  await expect.element(bubble).not.toBeInTheDocument()
  await page.getByLabelText('Before').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(bubble).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await trigger.hover()
  await page.getByText('beside').hover()
  vi.advanceTimersByTime(1000)
  document.documentElement.dispatchEvent(new PointerEvent('pointerleave'))
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  await expect.element(bubble).toBeVisible()
})

test('what has opened its menu says nothing more, and what said something before is hidden', async () => {
  await show(
    <div style={{ padding: 100 }}>
      <Menu label="Letters" trigger="…" items={[{ id: 'a', label: 'Alpha', run: () => {} }]} />
      <div style={{ paddingTop: 200 }}>{button}</div>
    </div>,
  )
  const trigger = page.getByRole('button', { name: 'Letters' })
  await trigger.click()
  await expect.element(page.getByRole('menuitem', { name: 'Alpha' })).toBeVisible()
  await page.getByRole('button', { name: 'Refresh' }).hover()
  await expect.element(bubble).toHaveTextContent('Reads the list again')
  await trigger.hover()
  await expect.element(bubble).not.toBeInTheDocument()
  await expect.element(page.getByRole('menuitem', { name: 'Alpha' })).toBeVisible()
})

test('the keyboard has the words as the description, and loses both with the focus', async () => {
  await show(
    <>
      {button}
      <small {...tip('23-11-2026 09:00')}>today</small>
    </>,
  )
  ;(page.getByRole('button').element() as HTMLElement).focus()
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await expect.element(page.getByRole('button')).toHaveAccessibleDescription('Reads the list again')
  await userEvent.tab()
  await expect.element(bubble).toHaveTextContent('23-11-2026 09:00')
  await expect.element(page.getByRole('button')).not.toHaveAttribute('aria-describedby')
  await userEvent.tab()
  await expect.element(bubble).not.toBeInTheDocument()
})

test('Escape hides the words and leaves the dialog around them; the next one closes it', async () => {
  const close = vi.fn()
  await show(<Dialog title="Roles" actions={[<span key="one">{button}</span>]} onClose={close} />)
  await userEvent.tab()
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await page.getByRole('button', { name: 'Refresh' }).hover()
  await expect.element(bubble).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(bubble).not.toBeInTheDocument()
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('a short touch presses, a long one shows the words and presses nothing', async () => {
  press.mockClear()
  await show(
    <div style={{ padding: 100 }}>
      {button}
      <p>beside</p>
    </div>,
  )
  await tap(page.getByRole('button'))
  await expect.poll(() => press.mock.calls.length).toBe(1)
  await expect.element(bubble).not.toBeInTheDocument()
  const lift = await touch(page.getByRole('button'))
  await expect.element(bubble).toHaveTextContent('Reads the list again')
  await lift()
  await tap(page.getByText('beside'))
  await expect.element(bubble).not.toBeInTheDocument()
  expect(press).toHaveBeenCalledOnce()
})

test('why a control is disabled is told at a tap and at a stop of the keyboard', async () => {
  await show(
    <WithReason reason="Only God may">
      <input type="checkbox" aria-label="Inherit" disabled />
    </WithReason>,
  )
  await tap(page.getByRole('checkbox'))
  await expect.element(bubble).toHaveTextContent('Only God may')
  await userEvent.keyboard('{Escape}')
  await expect.element(bubble).not.toBeInTheDocument()
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  await expect.element(bubble).toHaveTextContent('Only God may')
})

test('a control that is off and says no more than its name covers nothing where a dialog focuses it', async () => {
  const off = (
    <button key="off" type="button" aria-label="Previous entry" data-tip="Previous entry" aria-disabled="true">
      ↑
    </button>
  )
  await show(<Dialog title="Entry" actions={[off]} onClose={press} />)
  const previous = page.getByRole('button', { name: 'Previous entry' })
  previous.element().blur()
  previous.element().focus()
  await expect.element(previous).toHaveFocus()
  expect(bubble.elements()).toHaveLength(0)
  await tap(previous)
  await expect.element(bubble).toHaveTextContent('Previous entry')
})

test('words that can be read anyway do not show; cut off they do', async () => {
  const name = (width: number) => (
    <b
      data-tip="A long name"
      {...{ tabIndex: 0 }}
      style={{ display: 'block', width, overflow: 'hidden', whiteSpace: 'nowrap' }}
    >
      A long name
    </b>
  )
  await show(
    <>
      {name(400)}
      {name(30)}
    </>,
  )
  await userEvent.tab()
  await expect.element(page.getByText('A long name').first()).toHaveFocus()
  await expect.element(bubble).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(bubble).toHaveTextContent('A long name')
})

test('what stands there whole anyway is not said again, beside a number either; what is cut is', async () => {
  const line = (width: number) => (
    <small {...tip('Meridian Germany')} style={{ display: 'flex', width, gap: 8 }}>
      <span style={{ overflow: 'hidden', whiteSpace: 'nowrap' }}>Meridian Germany</span>
      <span>4</span>
    </small>
  )
  await show(
    <>
      {button}
      {line(300)}
      {line(60)}
    </>,
  )
  ;(page.getByRole('button').element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.element(page.getByText('Meridian Germany').first().element().parentElement).toHaveFocus()
  await expect.element(bubble).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(bubble).toHaveTextContent('Meridian Germany')
})

test('words that only screen readers get are not taken for words that are cut off', async () => {
  await show(
    <b data-tip="Meridian Germany" {...{ tabIndex: 0 }} style={{ display: 'flex', width: 300, gap: 8 }}>
      <span>Meridian Germany</span>
      <span className="sr" style={{ position: 'absolute', width: 1, overflow: 'hidden', whiteSpace: 'nowrap' }}>
        4 tenants directly below
      </span>
    </b>,
  )
  await userEvent.tab()
  await expect.element(page.getByText('Meridian Germany').element().parentElement).toHaveFocus()
  await expect.element(bubble).not.toBeInTheDocument()
})

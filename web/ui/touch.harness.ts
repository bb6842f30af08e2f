// A finger on the screen or a mouse, as the browser gets it from the machine, and what it makes of it.
import type {} from '@vitest/browser-playwright'
import type { Locator } from 'vitest/browser'
import { cdp } from 'vitest/browser'

/** Where a point of this frame is on the whole page, which the tester may show smaller. */
const onPage = (x: number, y: number) => {
  const frame = window.frameElement?.getBoundingClientRect()
  const scale = frame ? frame.width / innerWidth : 1
  return { x: (frame?.left ?? 0) + x * scale, y: (frame?.top ?? 0) + y * scale }
}

const middleOf = (target: Locator) => {
  const { left, top, width, height } = target.element().getBoundingClientRect()
  return onPage(left + width / 2, top + height / 2)
}

/** Until it is lifted again. */
export const touch = async (target: Locator) => {
  const point = middleOf(target)
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  return async () => {
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
}

export const tap = async (target: Locator) => {
  const lift = await touch(target)
  await lift()
}

/** A finger that goes down there and is moved up or down before it is lifted. */
export const scroll = async (target: Locator, by: number) => {
  const { x, y } = middleOf(target)
  const lift = await touch(target)
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = [{ x, y: y + by * part }]
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await lift()
}

/** The mouse's button, until it is released, there or elsewhere. */
export const press = async (target: Locator) => {
  const point = middleOf(target)
  const send = (type: 'mousePressed' | 'mouseReleased', at: { x: number; y: number }) =>
    cdp().send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...at })
  await send('mousePressed', point)
  return async (elsewhere?: Locator) => {
    await send('mouseReleased', elsewhere ? middleOf(elsewhere) : point)
  }
}

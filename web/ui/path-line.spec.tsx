import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { PathLine } from './path-line.tsx'
import { show } from './widgets.harness.tsx'

afterEach(cleanup)

const titles = ['Meridian Group', 'Meridian Iberia', 'Meridian Portugal', 'Açoreana Embalagens']
const path = 'Meridian Group › Meridian Iberia › Meridian Portugal › Açoreana Embalagens'

/** How far the text stands over the edges of its box. */
const over = () => {
  const line = page.getByTitle(path).element()
  const [box, text] = [
    line.getBoundingClientRect(),
    line.querySelector('bdi')?.getBoundingClientRect() ?? new DOMRect(),
  ]
  return { left: box.left - text.left, right: text.right - box.right }
}

test('R2.5-40 of a way that does not fit, the beginning is left out, and the title has all of it', async () => {
  await show(
    <div style={{ width: 240 }}>
      <PathLine titles={titles} />
    </div>,
  )
  await expect.element(page.getByTitle(path)).toHaveTextContent(path)
  expect(over().left).toBeGreaterThan(100)
  expect(over().right).toBeLessThanOrEqual(0)
})

test('R2.5-40 a way that fits is whole, and begins where its line begins', async () => {
  await show(
    <div style={{ width: 900 }}>
      <PathLine titles={titles} />
    </div>,
  )
  await expect.element(page.getByTitle(path)).toHaveTextContent(path)
  expect(over().left).toBe(0)
  expect(over().right).toBeLessThan(0)
})

// What a drawer shows and how it is named; how it closes, and asks before it loses what was typed, stands in
// guarded-modal.spec.tsx.
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Drawer } from './drawer.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
  await page.viewport(1280, 900)
})

const Screen = ({ side }: { side: 'left' | 'right' }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Drawer
          title="My applications"
          count={12}
          line="Since Monday"
          mark={<em>New</em>}
          side={side}
          width={500}
          footer={<button type="button">Save</button>}
          onClose={() => setOpen(false)}
        >
          <a href="#one">One</a>
          <div style={{ height: 3000 }}>Long</div>
        </Drawer>
      )}
    </>
  )
}

const opened = async (side: 'left' | 'right' = 'right') => {
  await show(<Screen side={side} />)
  await page.getByRole('button', { name: 'Open' }).click()
  const drawer = page.getByRole('dialog', { name: 'My applications' })
  await expect.element(drawer).toBeVisible()
  return drawer
}

test('a drawer is a dialog named by its title, with its count, line, mark and foot', async () => {
  const drawer = await opened()
  await expect.element(drawer.getByRole('heading', { name: 'My applications' })).toBeVisible()
  for (const text of ['12', 'Since Monday', 'New', 'Save']) await expect.element(drawer.getByText(text)).toBeVisible()
})

test('it is modal: Tab goes round in it, and a part of the page behind it is never reached', async () => {
  const drawer = await opened()
  const seen = new Set<string>()
  for (const _ of 'twelve steps') {
    await userEvent.tab()
    const { activeElement } = document
    if (activeElement && activeElement !== document.body) {
      expect(drawer.element().contains(activeElement)).toBe(true)
      seen.add(activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '')
    }
  }
  expect([...seen].toSorted()).toEqual(['Close', 'One', 'Save'])
})

test('it stands at its side of the window, scrolls inside, and keeps its foot in sight', async () => {
  await page.viewport(1280, 700)
  for (const side of ['left', 'right'] as const) {
    const drawer = await opened(side)
    const edge = () => Math.round(drawer.element().getBoundingClientRect()[side])
    await expect.poll(edge).toBe(side === 'left' ? 0 : 1280)
    const foot = drawer.getByRole('button', { name: 'Save' }).element().getBoundingClientRect()
    expect(foot.bottom).toBeLessThanOrEqual(700)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
    await cleanup()
  }
})

test('on a telephone it is as wide as the window and no wider', async () => {
  await page.viewport(390, 700)
  const drawer = await opened()
  const place = () => {
    const { left, right } = drawer.element().getBoundingClientRect()
    return [Math.round(left) >= 0, Math.round(right)]
  }
  await expect.poll(place).toEqual([true, 390])
})

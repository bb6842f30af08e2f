import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Segments } from './segments.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  document.documentElement.lang = 'en'
  await cleanup()
})

const Views = () => {
  const [chosen, choose] = useState<'all' | 'mine'>('all')
  const segments = [
    { value: 'all', label: 'All', count: 12345 },
    { value: 'mine', label: 'Mine' },
  ] as const
  return <Segments label="Which requests" segments={segments} chosen={chosen} onChoose={choose} />
}

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('segments are a named group of buttons, one of which is pressed', async () => {
  await show(<Views />)
  await expect.element(page.getByRole('group', { name: 'Which requests' })).toBeVisible()
  await expect.element(button(/^All/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Mine')).toHaveAttribute('aria-pressed', 'false')
  await button('Mine').click()
  await expect.element(button('Mine')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button(/^All/)).toHaveAttribute('aria-pressed', 'false')
})

test('each is reached with Tab and chosen with Space or Enter', async () => {
  await show(<Views />)
  await userEvent.tab()
  await expect.element(button(/^All/)).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(button('Mine')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(button(/^All/)).toHaveAttribute('aria-pressed', 'true')
})

test('a count is written as the language writes it, and none where there is none', async () => {
  await show(<Views />)
  await expect.element(button(/^All/)).toHaveTextContent('All 12,345')
  document.documentElement.lang = 'de'
  await button('Mine').click()
  await expect.element(button(/^All/)).toHaveTextContent('All 12.345')
  expect(button('Mine').element().textContent?.trim()).toBe('Mine')
})

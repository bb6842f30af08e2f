import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'
import { tap } from './touch.harness.ts'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

const Three = () => {
  const [chosen, choose] = useState('one')
  const tabs = ['one', 'two', 'three'].map((id) => ({ id, label: id, panel: <p>Panel of {id}</p> }))
  return <Tabs label="Parts" tabs={tabs} chosen={chosen} onChoose={choose} />
}

const tab = (name: string) => page.getByRole('tab', { name })

test('arrows go round the tabs, Home and End to their ends, and each shows its panel', async () => {
  await show(<Three />)
  tab('one').element().focus()
  for (const [key, name] of [
    ['{ArrowRight}', 'two'],
    ['{End}', 'three'],
    ['{ArrowRight}', 'one'],
    ['{ArrowLeft}', 'three'],
    ['{Home}', 'one'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(tab(name)).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name })).toMatchTextContent(`Panel of ${name}`)
  }
})

test('of the tabs only the chosen one is on the way of Tab, and its panel comes next', async () => {
  await show(<Three />)
  tab('one').element().focus()
  await userEvent.tab()
  await expect.element(page.getByRole('tabpanel', { name: 'one' })).toHaveFocus()
})

test('a finger chooses a tab', async () => {
  await show(<Three />)
  await tap(tab('three'))
  await expect.element(page.getByText('Panel of three')).toBeVisible()
})

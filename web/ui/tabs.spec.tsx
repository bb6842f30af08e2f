import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { addTexts } from '#web/lib/i18n.ts'
import './part-error.tsx'
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

const Long = () => {
  const names = ['Allgemeine Eigenschaften', 'Anwendungsrollen', 'Nutzungshinweise', 'Berechtigungen', 'Verlauf']
  const [chosen, choose] = useState('Nutzungshinweise')
  const tabs = names.map((id) => ({ id, label: id, panel: <p>Panel of {id}</p> }))
  return (
    <div style={{ inlineSize: '320px' }}>
      <Tabs label="Parts" tabs={tabs} chosen={chosen} onChoose={choose} />
    </div>
  )
}

const isInSight = (name: string) => {
  const [row, one] = [page.getByRole('tablist'), tab(name)].map((found) => found.element().getBoundingClientRect())
  return row !== undefined && one !== undefined && one.left >= row.left && one.right <= row.right
}

test('of a row that is too long the chosen tab is in sight, and what is cut shows, with a way to it', async () => {
  await show(<Long />)
  const row = () => document.querySelector<HTMLElement>('.scroll-row')
  const cut = () => [row()?.dataset['cutStart'], row()?.dataset['cutEnd']]
  expect(isInSight('Nutzungshinweise')).toBe(true)
  await expect.poll(cut).toEqual(['true', 'true'])
  tab('Nutzungshinweise').element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => [isInSight('Verlauf'), ...cut()]).toEqual([true, 'true', 'false'])
  await userEvent.keyboard('{Home}')
  await expect.poll(() => [isInSight('Allgemeine Eigenschaften'), ...cut()]).toEqual([true, 'false', 'true'])
  const end = () => document.querySelector<HTMLElement>('.scroll-step.end')
  await expect
    .poll(() => {
      end()?.click()
      return isInSight('Verlauf')
    })
    .toBe(true)
  await expect.poll(() => end()).toBe(null)
})

test('a row that has its place shows no end', async () => {
  await show(<Three />)
  await expect.element(tab('three')).toBeVisible()
  expect(document.querySelector('.scroll-step')).toBe(null)
})

test('a finger chooses a tab', async () => {
  await show(<Three />)
  await tap(tab('three'))
  await expect.element(page.getByText('Panel of three')).toBeVisible()
})

const broken = { is: true }
const Fragile = () => {
  if (broken.is) throw new Error('A row without a name')
  return <p>Panel of two</p>
}

const OneThrows = () => {
  const [chosen, choose] = useState('one')
  const tabs = [
    { id: 'one', label: 'one', panel: <p>Panel of one</p> },
    { id: 'two', label: 'two', panel: <Fragile /> },
  ]
  return (
    <>
      <input aria-label="Name" />
      <Tabs label="Parts" tabs={tabs} chosen={chosen} onChoose={choose} />
    </>
  )
}

test('a tab that throws while it is drawn says so in its panel; another tab works, and Try again draws it', async () => {
  broken.is = true
  await show(<OneThrows />)
  await addTexts('page-error')
  await page.getByLabelText('Name').fill('What was typed')
  await tab('two').click()
  await expect
    .element(page.getByRole('tabpanel', { name: 'two' }).getByRole('alert'))
    .toMatchTextContent(/A row without a name/)
  await tab('one').click()
  await expect.element(page.getByText('Panel of one')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await tab('two').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  broken.is = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Panel of two')).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveValue('What was typed')
})

import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { PathLine } from './path-line.tsx'
import './tooltip.ts'
import { show } from './widgets.harness.tsx'

afterEach(cleanup)

const titles = ['Meridian Group', 'Meridian Iberia', 'Meridian Portugal', 'Açoreana Embalagens']
const path = 'Meridian Group › Meridian Iberia › Meridian Portugal › Açoreana Embalagens'

const inWidth = (width: number, steps: readonly string[] = titles) =>
  show(
    <div data-testid="box" style={{ width, maxWidth: '100%' }}>
      <PathLine titles={steps} />
      <button type="button">Next</button>
    </div>,
  )

const shown = () => {
  const line = page.getByTestId('box').element().querySelector('.path-shown')
  return { text: line?.textContent, cut: line !== null && line.scrollWidth > line.clientWidth }
}

test('R2.5-40 of a way that does not fit, whole steps are left out of the middle, and none is cut', async () => {
  await inWidth(280)
  await expect.poll(shown).toEqual({ text: 'Meridian Group › … › Açoreana Embalagens', cut: false })
  await cleanup()
  await inWidth(400)
  await expect.poll(shown).toEqual({ text: 'Meridian Group › … › Meridian Portugal › Açoreana Embalagens', cut: false })
  await cleanup()
  await inWidth(200)
  await expect.poll(shown).toEqual({ text: '… › Açoreana Embalagens', cut: false })
})

test('R2.5-40 the last step alone is cut at its end where even it has no room', async () => {
  await inWidth(90)
  await expect.poll(shown).toEqual({ text: '… › Açoreana Embalagens', cut: true })
  const line = page.getByTestId('box').element().querySelector('.path-shown') as Element
  expect([getComputedStyle(line).textOverflow, getComputedStyle(line).direction]).toEqual(['ellipsis', 'ltr'])
})

test('R2.5-40 the bubble has all of a way that is shortened, and a screen reader, too', async () => {
  await inWidth(200)
  await expect.poll(() => shown().text).toBe('… › Açoreana Embalagens')
  const ways = [...page.getByTestId('box').element().querySelectorAll('.path > span')]
  expect(ways.map((way) => [way.textContent, way.ariaHidden])).toEqual([
    [path, null],
    ['… › Açoreana Embalagens', 'true'],
  ])
  ;(page.getByRole('button').element() as HTMLElement).focus()
  await userEvent.tab({ shift: true })
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(path)
})

test('R2.5-40 a way that fits is whole, begins where its line begins, and is no stop of the keyboard', async () => {
  await inWidth(900)
  await expect.poll(shown).toEqual({ text: path, cut: false })
  const box = page.getByTestId('box').element()
  expect(box.querySelector('.path-shown')?.getBoundingClientRect().left).toBe(box.getBoundingClientRect().left)
  expect(box.querySelector('[tabindex]')).toBe(null)
})

test('R2.5-40 a way takes the room that it is given, in a table as elsewhere, and settles', async () => {
  await show(
    <table style={{ width: 300, tableLayout: 'fixed' }}>
      <tbody>
        <tr>
          <td data-testid="box">
            <PathLine titles={titles} />
          </td>
        </tr>
      </tbody>
    </table>,
  )
  await expect.poll(() => shown().cut).toBe(false)
  expect(shown().text).not.toBe(path)
  const table = page.getByRole('table').element() as HTMLElement
  table.style.width = '900px'
  await expect.poll(() => shown().text).toBe(path)
  table.style.width = '300px'
  await expect.poll(() => shown().text).not.toBe(path)
})

test('R2.5-40 a title with the sign of a step in it is one step', async () => {
  await inWidth(230, ['Meridian Group', 'Meridian Iberia', 'North › South'])
  await expect.poll(shown).toEqual({ text: 'Meridian Group › … › North › South', cut: false })
  await cleanup()
  await inWidth(130, ['Meridian Group', 'Meridian Iberia', 'North › South'])
  await expect.poll(shown).toEqual({ text: '… › North › South', cut: false })
})

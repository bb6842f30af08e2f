// A date is never broken after one of its hyphens.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { render } from './render.harness.tsx'
import { WithDates } from './with-dates.tsx'

afterEach(cleanup)

test('however narrow its place, a date in a sentence stands in one line', async () => {
  const dates = ['15-11-2026', '22-11-2026']
  await render(
    <p style={{ width: 60 }}>
      <WithDates text={`Calls from ${dates[0]} until ${dates[1]}, by user`} />
    </p>,
  )
  await expect.element(page.getByText('Calls from 15-11-2026 until 22-11-2026, by user')).toBeVisible()
  for (const date of dates) {
    const range = document.createRange()
    range.selectNodeContents(page.getByText(date, { exact: true }).element())
    expect(range.getClientRects()).toHaveLength(1)
  }
})

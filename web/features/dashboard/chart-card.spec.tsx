import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { startTexts } from '#web/lib/i18n.ts'
import { show } from '#web/ui/widgets.harness.tsx'
import '#web/ui/part-error.tsx'
import { ChartCard } from './chart-card.tsx'

afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

const Broken = (): never => {
  throw new Error('No place for a mark')
}

test('a chart that cannot be drawn says so under its title, and its table stands all the same', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await startTexts(['dashboard', 'page-error'])
  await show(
    <ChartCard
      title="Logins"
      table={{ columns: ['Hour', 'Logins'], rows: [['08:00', '12']] }}
      reading={{ isPending: false, isFetching: false, error: null, refetch: () => undefined }}
      empty="Nothing"
    >
      {() => <Broken />}
    </ChartCard>,
  )
  const card = page.getByRole('region', { name: 'Logins' })
  await expect.element(card.getByRole('alert')).toMatchTextContent(/No place for a mark/)
  await card.getByRole('button', { name: /table: Logins/ }).click()
  await expect.element(card.getByRole('rowheader', { name: '08:00' })).toBeVisible()
  await expect.element(card.getByRole('alert')).not.toBeInTheDocument()
})

import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { ContentHeader } from './content-header.tsx'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

test('R2.5-61 the head of a page has a title, an arrow back, tags, a subtitle and actions', async () => {
  await show(
    <ContentHeader
      title="Marta"
      subtitle="IT & Security"
      tags={['God', 'Locked']}
      back="/identity/admin/users"
      actions={<button type="button">Lock user</button>}
    />,
  )
  await expect.element(page.getByRole('heading', { name: 'Marta' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/identity/admin/users')
  for (const text of ['IT & Security', 'God', 'Locked', 'Lock user'])
    await expect.element(page.getByText(text)).toBeVisible()
})

test('R2.5-61 without them there is only the title', async () => {
  await show(<ContentHeader title="Marta" />)
  await expect.element(page.getByRole('heading', { name: 'Marta' })).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(0)
  expect(document.querySelectorAll('.h1r p, .h1r .tag')).toHaveLength(0)
})

test('R2.5-61 a name of 199 letters without a space stays within its page', async () => {
  await show(
    <div style={{ width: 600 }}>
      <ContentHeader title={'W'.repeat(199)} back="/identity/admin/users" />
    </div>,
  )
  const heading = page.getByRole('heading')
  await expect.element(heading).toBeVisible()
  expect(heading.element().getBoundingClientRect().right).toBeLessThanOrEqual(600 + 8)
})

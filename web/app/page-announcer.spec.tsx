import { afterEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#web/ui/base.css'
import { drawn, render } from '#web/ui/render.harness.tsx'
import { PageAnnouncer } from './page-announcer.tsx'

const begun = location.href
afterEach(async () => {
  history.replaceState(null, '', begun)
  await cleanup()
})

const said = () => document.querySelector('.sr[aria-live]')?.textContent

test('a title is said when it is that of the page that was gone to, not before', async () => {
  document.title = 'Users · Portico'
  await render(<PageAnnouncer />)
  document.title = 'Users, 400 · Portico'
  await drawn()
  expect(said(), 'of the first page the browser speaks').toBe('')
  history.replaceState(null, '', '/identity/admin/areas')
  const style = document.head.appendChild(document.createElement('style'))
  await drawn()
  expect(said(), 'the style sheet of the next page came first').toBe('')
  style.remove()
  document.title = 'Areas · Portico'
  await expect.poll(said).toBe('Areas · Portico')
})

test('what is said of a title makes no page longer than its window', async () => {
  await render(
    <>
      <div style={{ minHeight: '100vh' }} />
      <PageAnnouncer />
    </>,
  )
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight).toBe(clientHeight)
})

// Notices are beside what is pressed next: the pages of a list, the feet of forms (docs/ux.md, rule 30).
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { showNotice } from '#web/lib/notices.ts'
import { FormFoot } from './form-foot.tsx'
import { close, json, playServer, showPage } from './page.harness.tsx'
import { many, show } from './entity-table/entity-table.harness.tsx'
import '#web/features/profile/profile-page.css'

afterEach(close)

const notice = () => document.querySelector('.notice')
const room = () => document.documentElement.style.scrollPaddingBottom
const controls = (foot: string) => [...document.querySelectorAll(`${foot} :is(button, select)`)]

/** Of the controls, those that a press would not reach. */
const covered = (foot: string) =>
  controls(foot).filter((control) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return !control.contains(hit)
  })

const sizes = [
  [1440, 900],
  [390, 844],
] as const

/** At the end of the page, where the foot is. */
const expectFree = async (foot: string) => {
  await expect.poll(() => controls(foot).length).toBeGreaterThan(1)
  await expect
    .poll(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      return covered(foot)
    })
    .toEqual([])
  for (const title of ['One is saved', 'Another is saved']) {
    showNotice({ kind: 'success', title, action: { label: 'Undo', run: () => {} } })
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.poll(() => covered(foot)).toEqual([])
  }
  expect(notice()?.getBoundingClientRect().top).toBeGreaterThan(0)
}

test.each(sizes)('at %i × %i the pages of a list can be turned while a notice is there', async (width, height) => {
  await page.viewport(width, height)
  const { loaded } = await show({ rows: many(60), at: '/list?size=25' })
  await expect.poll(loaded).toBe(25)
  await expectFree('.et-foot')
})

const form = (
  <div style={{ minHeight: '100vh', display: 'grid', alignContent: 'end' }}>
    <FormFoot dirty busy={false} verb="Save changes" unsaved="Something is not saved" onReset={() => {}} />
  </div>
)
const profile = (
  <div style={{ minHeight: '100vh', display: 'grid', alignContent: 'end' }}>
    <footer className="profile-foot">
      <p>Nothing was changed</p>
      <button type="button" className="b">
        Cancel
      </button>
      <button type="button" className="b pri">
        Save changes
      </button>
    </footer>
  </div>
)

test.each(
  sizes.flatMap((size) => [
    { size, foot: '.form-foot', content: form },
    { size, foot: '.profile-foot', content: profile },
  ]),
)('at $size $foot can be pressed while a notice is there', async ({ size: [width, height], foot, content }) => {
  await page.viewport(width, height)
  playServer(() => json({}))
  await showPage({ places: { '/': content }, at: '/', roles: [], texts: [] })
  await expectFree(foot)
})

test('what notices took of the page is given back when they are taken away with all that is drawn', async () => {
  await page.viewport(390, 844)
  playServer(() => json({}))
  const long = Array.from({ length: 60 }, (_, index) => <p key={index}>Line {index}</p>)
  await showPage({ places: { '/': <main>{long}</main> }, at: '/', roles: [], texts: [] })
  showNotice({ kind: 'error', title: 'Nothing was saved' })
  await expect.poll(room).toMatch(/^[1-9]\d*/)
  await cleanup()
  await expect.poll(room).toBe('')
  dispatchEvent(new Event('scroll'))
  expect(room()).toBe('')
})

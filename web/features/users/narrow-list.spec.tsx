// The list where there is little room: on phones, on a tablet beside the menu, and while a notice is there.
import { afterEach, expect, test } from 'vitest'
import { close } from '#web/app/portal.harness.tsx'
import { showNotice } from '#web/lib/notices.ts'
import { list, openUsers, person } from './users.harness.tsx'

afterEach(async () => {
  await close()
})

const people = Array.from({ length: 20 }, (_, n) =>
  person(100 + n, 'Montserrat', `Quiñones${n}`, { locked: n % 2 === 0, lockState: n % 2 === 0 ? 'Permanent' : 'None' }),
)
const more = { 'GET /admin/users': list(...people) }
const loaded = () => document.querySelectorAll('.et-table tbody input[type=checkbox]').length

/** How far the rows go beyond their place, where the menus of rows lie over them. */
const hidden = () => {
  const place = document.querySelector('.et-table')?.parentElement
  return place ? place.scrollWidth - place.clientWidth : undefined
}

test.each([360, 390, 768, 1024, 1280])('9.5 at %i pixels nothing of a row is hidden, in Spanish', async (width) => {
  const { page } = await openUsers('', { more, language: 'es' })
  await page.viewport(width, 800)
  await expect.poll(loaded).toBe(people.length)
  await expect.poll(hidden).toBe(0)
})

const unbroken = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'.slice(0, 75)
const long = { 'GET /admin/users': list(person(100, unbroken, unbroken), ...people) }

test.each([390, 768, 1280, 1440])('9.5 at %i pixels a name without a space pushes no column away', async (width) => {
  const { page } = await openUsers('', { more: long })
  await page.viewport(width, 800)
  await expect.poll(loaded).toBe(people.length + 1)
  await expect.poll(hidden).toBe(0)
})

test.each([390, 768, 1440])(
  'rule 12 at %i pixels the longest name makes its row no taller than four lines',
  async (width) => {
    const words = Array.from({ length: 18 }, () => 'Wolfeschlegel').join(' ')
    const { page } = await openUsers('', {
      more: {
        'GET /admin/users': list(person(100, words, unbroken, { userName: `${unbroken}${unbroken}` }), ...people),
      },
    })
    await page.viewport(width, 800)
    await expect.poll(loaded).toBe(people.length + 1)
    await expect
      .poll(() => document.querySelector('.et-table tbody tr')?.getBoundingClientRect().height)
      .toBeLessThan(100)
  },
)

const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left

test.each([390, 768, 1440])('at %i pixels what is chosen in the rows stands under the search', async (width) => {
  const { page } = await openUsers('', { more })
  await page.viewport(width, 800)
  await expect.poll(loaded).toBe(people.length)
  await expect.poll(() => (leftOf('.et-table tbody input[type=checkbox]') ?? 0) - (leftOf('.et-search') ?? 0)).toBe(0)
})

/** Of the boxes, those where a press would meet the notice. */
const covered = () =>
  [...document.querySelectorAll('.et-table tbody input[type=checkbox]')].filter((box) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.notice')
  })

test.each([390, 768, 1440])('9.5 at %i pixels a notice covers no row at the end of the list', async (width) => {
  const { page } = await openUsers('', { more })
  await page.viewport(width, 900)
  await expect.poll(loaded).toBe(people.length)
  showNotice({ kind: 'success', title: 'It is saved' })
  await expect.element(page.getByText('It is saved')).toBeVisible()
  await expect
    .poll(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const notice = document.querySelector('.notice')?.getBoundingClientRect()
      const foot = document.querySelector('.et-foot')?.getBoundingClientRect()
      return notice && foot ? notice.top >= foot.bottom && covered().length === 0 : undefined
    })
    .toBe(true)
})

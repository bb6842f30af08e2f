// The list of tenants where there is little room: their ways from the root are what yields, and stay to be read.
import { afterEach, expect, test } from 'vitest'
import { close } from '#web/app/portal.harness.tsx'
import { everyone, openTenants } from './tenants.harness.tsx'

afterEach(close)

const lines = () => [...document.querySelectorAll<HTMLElement>('.et-table .path')]

/** Of the ways that lead over something, those of which a reader sees less than where it ends. */
const unreadable = () =>
  lines()
    .map((line) => line.querySelector<HTMLElement>('.path-shown'))
    .filter((shown) => !shown?.textContent || shown.scrollWidth > shown.clientWidth || shown.clientWidth === 0)
    .map((shown) => shown?.textContent)

test.each([360, 390, 768, 1024, 1280, 1440])(
  'R2.5-40 at %i pixels the way of each tenant from the root can be read',
  async (width) => {
    const { page } = await openTenants()
    await page.viewport(width, 900)
    const below = everyone.filter(({ parentId }) => parentId !== null)
    await expect.poll(() => lines().length).toBe(below.length)
    await expect.poll(unreadable).toEqual([])
  },
)

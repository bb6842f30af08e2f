// What axe finds on a page, in a journey.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

const axe = readFileSync(path.resolve(import.meta.dirname, '../node_modules/axe-core/axe.min.js'), 'utf8')

/** Sent once to each document, frames included: it is larger than the whole portal. */
const injectAxe = (page: Page) =>
  Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(`${axe};undefined`)
    }),
  )

/** What is fine needs no report: a quarter of the time. */
const axeOptions = JSON.stringify({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
})

/** Two frames in which nothing moves: what another size brings is there by the second, and fades in. */
const still = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  for (let quiet = 0; quiet < 2; quiet = moving().length === 0 ? quiet + 1 : 0) {
    await Promise.allSettled(moving().map((one) => one.finished))
    await frame()
  }
})()`

/** WCAG 2.2 AA as far as a machine can tell. Behind a modal dialog nothing can be reached: it is looked at alone. */
export const expectAccessible = async (page: Page) => {
  // Colours are measured once they are what they will be.
  await page.evaluate(still)
  await injectAxe(page)
  const violations = await page.evaluate<string[]>(
    `axe.run([...document.querySelectorAll('dialog:modal')].at(-1) ?? document, ${axeOptions})
      .then(({ violations }) => violations.map(({ id, nodes }) =>
        id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  )
  expect(violations).toEqual([])
}

// A page that cannot be shown: a tab left open over a release, and anything else.
import i18next from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import type { Language } from '#contract/kernel/language.ts'
import { pageError } from './page-error-ahead.ts'
import { app, close, home, open } from './portal.harness.tsx'

const missing = 'Failed to fetch dynamically imported module: /identity/assets/gone-1a2b3c4d.js'

/** The texts of a page come with its script, and fail with it. */
const withoutFileOf = (name: string, message: string) => {
  const add = i18next.addResourceBundle.bind(i18next)
  return vi.spyOn(i18next, 'addResourceBundle').mockImplementation((language, namespace, ...rest) => {
    if (namespace === name) throw new TypeError(message)
    return add(language, namespace, ...rest)
  })
}

/** From the hub to a page whose texts do not come. */
const reached = async (at: string, name: string, message: string, language: Language = 'en') => {
  const harness = await open({ language, answers: { 'GET /admin/applications/homeInfo': home([app(2), app(3)]) } })
  await expect.poll(() => harness.tiles().length).toBe(2)
  const broken = withoutFileOf(name, message)
  history.pushState(null, '', at)
  return { ...harness, broken }
}

afterEach(async () => {
  vi.restoreAllMocks()
  await close()
})

test('inside a page only what was asked for fails: the page stays, and nothing is reloaded by itself', async () => {
  const { visited, heading, button, tiles, broken } = await reached('/identity/home', 'profile', missing)
  await pageError.preload?.()
  await button(/^Your account: /).click()
  await button('Change password').click()
  await expect.element(heading('Portico was updated')).toBeVisible()
  expect(tiles().length).toBe(2)
  broken.mockRestore()
  await button('Try again').click()
  await expect.element(heading('Change password')).toBeVisible()
  expect(tiles().length).toBe(2)
  expect(visited).toEqual([])
})

test('on the way to a page whose file is gone, the new version is loaded once by itself; then a button is offered', async () => {
  const at = '/identity/profile/disclaimers'
  const { visited } = await reached(at, 'disclaimers', missing)
  await expect.poll(() => visited).toEqual([at])
  vi.restoreAllMocks()
  await close()
  sessionStorage.setItem('portico.reloaded', missing)
  const { heading, button } = await reached(at, 'disclaimers', missing, 'fr')
  await expect.element(heading('Portico a été mis à jour')).toBeVisible()
  expect(visited).toEqual([])
  await button('Recharger').click()
  await expect.poll(() => visited).toEqual([at])
})

test('what else fails is written out for the help desk, and can be tried again', async () => {
  const { visited, heading, text, button, link, broken } = await reached(
    '/identity/profile/rights',
    'rights',
    'No texts',
  )
  await expect.element(heading('An error occurred')).toBeVisible()
  await expect.element(text(/"message": "No texts"/)).toBeVisible()
  await expect.element(link('Go to my apps')).toHaveAttribute('href', '/identity/home')
  broken.mockRestore()
  await button('Try again').click()
  await expect.element(heading('Exercise rights')).toBeVisible()
  expect(visited).toEqual([])
})

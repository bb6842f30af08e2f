// Playwright's `expect`, which first waits until what it looks at is there: of every attempt that finds nothing
// Playwright (1.65) writes down the whole page for its message, a twentieth of what the journeys take.
import { expect as playwright, type Locator } from '@playwright/test'

const ofSomethingThere = new Set<PropertyKey>([
  'toBeVisible',
  'toBeFocused',
  'toBeEnabled',
  'toBeDisabled',
  'toBeChecked',
  'toContainText',
  'toHaveText',
  'toHaveValue',
  'toHaveAttribute',
  'toHaveAccessibleName',
])

const isLocator = (actual: unknown): actual is Locator =>
  typeof actual === 'object' && actual !== null && 'waitFor' in actual && 'first' in actual

const lastOf = (given: readonly unknown[]) => {
  const last = given.at(-1)
  return typeof last === 'object' && last !== null && 'timeout' in last ? { timeout: Number(last.timeout) } : {}
}

type Matcher = (...given: unknown[]) => Promise<void>

/** What does not come within the time is told by the matcher. */
const onceThere = <Matchers extends object>(matchers: Matchers, locator: Locator): Matchers =>
  new Proxy(matchers, {
    get: (target, name) => {
      const matcher: unknown = Reflect.get(target, name)
      if (typeof matcher !== 'function' || !ofSomethingThere.has(name)) return matcher
      return async (...given: unknown[]) => {
        await locator
          .first()
          .waitFor({ state: 'attached', timeout: 10_000, ...lastOf(given) })
          .catch(() => {})
        return (matcher as Matcher).apply(target, given)
      }
    },
  })

export const expect = new Proxy(playwright, {
  apply: (target, _self, given: Parameters<typeof playwright>) => {
    const [actual] = given
    const matchers = target(...given)
    return isLocator(actual) ? onceThere(matchers, actual) : matchers
  },
})

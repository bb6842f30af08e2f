// What a browser says of itself, in the names people know: "Chrome" on "Windows".
import Bowser from 'bowser'
import type { OwnSession } from '#contract/sessions.ts'

type Device = Pick<OwnSession, 'browser' | 'system' | 'device'>

const unknown: Device = { browser: null, system: null, device: 'unknown' }

const kinds: Readonly<Record<string, Device['device']>> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' }

const brands: Readonly<Record<string, string>> = { 'Microsoft Edge': 'Edge' }

/** A device has a name of its own where its system has not. */
const systemOf = ({ os, platform }: Bowser.Parser.ParsedResult) =>
  (os.name === 'iOS' && platform.model) || os.name || null

export const deviceOf = (userAgent: string | null): Device => {
  if (!userAgent) return unknown
  const parsed = Bowser.parse(userAgent)
  const { browser, platform } = parsed
  return {
    browser: browser.name ? (brands[browser.name] ?? browser.name) : null,
    system: systemOf(parsed),
    device: kinds[platform.type ?? ''] ?? 'unknown',
  }
}

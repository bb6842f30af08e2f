// Where an application may have people sent back to: https, or http on the own machine; the whole address, with nothing
// that stands for anything else in it.
import { z } from 'zod'

const host = String.raw`https://(?:[^\s\\*#/?@:[\]]+|\[[\da-f:.]+\])`
const ownMachine = String.raw`http://(?:localhost|127\.0\.0\.1|\[::1\])`
const pattern = new RegExp(String.raw`^(?:${host}|${ownMachine})(?::\d{1,5})?(?:[/?][^\s\\*#]*)?$`, 'i')
const url = z.url()

export const isRedirectAddress = (address: string) => pattern.test(address) && url.safeParse(address).success

/**
 * RFC 8252 §7.1: an application on a phone or a desk may be called by a scheme of its own, which is a domain name of
 * its maker read backwards (`com.example.app:/callback`); a scheme without a dot may be anybody's, or a script's.
 */
const ownScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:\/[^\s\\*#@]*$/
export const isNativeAddress = (address: string) => ownScheme.test(address) && url.safeParse(address).success

const httpsOnOwnMachine = /^https:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?]|$)/i

/** RFC 8252 §7: an own scheme, http on the own machine, or https of a site elsewhere that the application claimed. */
export const isAddressOfNative = (address: string) =>
  isNativeAddress(address) || (isRedirectAddress(address) && !httpsOnOwnMachine.test(address))

/** What a link may lead to: a page, and never a script. */
const page = z.url({ protocol: /^https?$/ })
export const isPageAddress = (address: string) =>
  /^https?:\/\/[^\s\\@]+$/i.test(address) && page.safeParse(address).success

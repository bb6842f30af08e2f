// Where an application may have people sent back to: https, or http on the own machine; the whole address, with nothing
// that stands for anything else in it.
import { z } from 'zod'

const host = String.raw`https://(?:[^\s\\*#/?@:[\]]+|\[[\da-f:.]+\])`
const ownMachine = String.raw`http://(?:localhost|127\.0\.0\.1|\[::1\])`
const pattern = new RegExp(String.raw`^(?:${host}|${ownMachine})(?::\d{1,5})?(?:[/?][^\s\\*#]*)?$`, 'i')
const url = z.url()

export const isRedirectAddress = (address: string) => pattern.test(address) && url.safeParse(address).success

/** What a link may lead to: a page, and never a script. */
const page = z.url({ protocol: /^https?$/ })
export const isPageAddress = (address: string) => /^https?:\/\/[^\s\\@]+$/i.test(address) && page.safeParse(address).success

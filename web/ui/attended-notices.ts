// Notices that somebody is at, with the mouse or by F6, wait for them. Loaded with the first notice.
import { holdNotices, releaseNotices } from '#web/lib/notices.ts'
import { keepOffContents } from './notice-place.ts'

const attended = new WeakSet<HTMLElement>()

const keys = new Set(['F6', 'F8'])

const isInPage = (element: Element | null): element is HTMLElement => element instanceof HTMLElement

/** F6 goes to the newest one, and back from there; F8 too, the key of many component libraries. */
const goByKey = (region: HTMLElement) => {
  let before: Element | null
  addEventListener('keydown', (event) => {
    const newest = [...region.querySelectorAll('.notice')].at(-1)?.querySelector('button')
    if (!keys.has(event.key) || !newest) return
    // Without a notice F6 stays the browser's.
    event.preventDefault()
    const there = region.contains(document.activeElement)
    if (!there) before = document.activeElement
    const next = there ? before : newest
    if (isInPage(next)) next.focus()
  })
}

/** `region`: stays as long as the page. */
export const attend = (region: HTMLElement) => {
  if (attended.has(region)) return
  attended.add(region)
  for (const came of ['focusin', 'mouseenter']) region.addEventListener(came, holdNotices)
  for (const went of ['focusout', 'mouseleave']) region.addEventListener(went, releaseNotices)
  goByKey(region)
  keepOffContents(region)
}

// Notices that somebody is at, with the mouse or by F8, wait for them. Loaded with the first notice.
import { holdNotices, releaseNotices } from '#web/lib/notices.ts'
import { keepOffFeet } from './notice-place.ts'

const attended = new WeakSet<HTMLElement>()

const isInPage = (element: Element | null): element is HTMLElement => element instanceof HTMLElement

/** F8 goes to the newest one, and back from there. */
const goByKey = (region: HTMLElement) => {
  let before: Element | null
  addEventListener('keydown', ({ key }) => {
    const newest = [...region.querySelectorAll('.notice')].at(-1)?.querySelector('button')
    if (key !== 'F8' || !newest) return
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
  keepOffFeet(region)
}

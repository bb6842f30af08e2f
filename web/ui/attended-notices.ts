// Notices that somebody is at, with the mouse or by F6, wait for them. Loaded with the first notice.
import { holdNotices, releaseNotices } from '#web/lib/notices.ts'
import { keepOffContents } from './notice-place.ts'

const attended = new WeakSet<HTMLElement>()

const keys = new Set(['F6', 'F8'])

/** Where one was before, or the contents of the page if that is gone. */
const goBack = (before: Element | null) => {
  const there = before?.isConnected ? before : document.querySelector('main')
  if (there instanceof HTMLElement) there.focus({ preventScroll: true })
}

/**
 * F6 goes to the newest one, and back from there; F8 too, the key of many component libraries. So does what takes the
 * notice away.
 */
const goByKey = (region: HTMLElement) => {
  let before: Element | null = null
  let there = false
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (!there) before = relatedTarget as Element | null
    there = true
  })
  region.addEventListener('focusout', ({ relatedTarget, target }) =>
    queueMicrotask(() => {
      // What is taken away loses the focus, too, without anybody leaving it.
      if (!(target as Element).isConnected) return
      there = region.contains((relatedTarget as Element | null) ?? document.activeElement)
    }),
  )
  new MutationObserver(() => {
    if (!there || region.contains(document.activeElement)) return
    there = false
    goBack(before)
  }).observe(region, { childList: true, subtree: true })
  addEventListener('keydown', (event) => {
    const newest = [...region.querySelectorAll('.notice')].at(-1)?.querySelector('button')
    if (!keys.has(event.key) || !newest?.isConnected) return
    // Without a notice F6 stays the browser's.
    event.preventDefault()
    if (there) goBack(before)
    else newest.focus()
  })
}

/** `region`: once, however many notices come and go in it. */
export const attend = (region: HTMLElement) => {
  if (attended.has(region)) return
  attended.add(region)
  region.addEventListener('focusin', holdNotices)
  // A finger leaves nothing: what was touched last counts as under a mouse until something else is touched.
  region.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && holdNotices())
  for (const went of ['focusout', 'pointerleave']) region.addEventListener(went, releaseNotices)
  goByKey(region)
  keepOffContents(region)
}

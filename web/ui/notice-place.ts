// Notices cover nothing that is read or pressed (docs/ux.md, rule 30), as long as there is room for them: they lie at
// the bottom, above the feet of lists and forms; where rows or fields are below them there, in the free part of the top
// bar, for which its search gives way. Where there is no room either, on phones and for more than two, they take it
// from the page: a strip from side to side, at which the page ends as at the edge of the window. Loaded with the first
// notice.
const feet = '.et-foot, .form-foot, .profile-foot, .foot nav'
const pressed = 'a, button, input, select, textarea, label, [role="treeitem"]'
const read = 'h1, h2, h3, p, li, th, td, dt, dd'
const inPage = `main :is(${pressed}, ${read})`
const gap = 8
/** Narrower, their words would stand one below the other. */
const least = 220
const widest = 380

const isBeside = (one: DOMRect, other: DOMRect) =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

/**
 * How far up there is no foot in the way: `space` above each that is, from the lowest one on. Where there is no room
 * left above, it stays where it is in sight.
 */
const liftOf = (region: DOMRect, space: number) => {
  const lifted = [...document.querySelectorAll(feet)]
    .map((foot) => foot.getBoundingClientRect())
    .filter((foot) => foot.height > 0 && foot.left < region.right && foot.right > region.left)
    .toSorted((one, other) => other.bottom - one.bottom)
    .reduce((lift, foot) => {
      const [top, bottom] = [region.top - lift - space, region.bottom - lift + space]
      return foot.top < bottom && foot.bottom > top ? region.bottom + space - foot.top : lift
    }, 0)
  return lifted < region.top ? lifted : 0
}

/** Of what is to be seen of it; not of the notices themselves, which rise into their place. */
const boxOf = (region: HTMLElement) => {
  const { left, width } = region.getBoundingClientRect()
  const seen = [...region.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
  const top = Math.min(...seen.map((one) => one.top))
  return new DOMRect(left, top, width, Math.max(...seen.map(({ bottom }) => bottom)) - top)
}

/** `from`: what is above is behind the bar already. */
const isFree = (region: HTMLElement, from = 0) => {
  const { left, top, right, bottom } = boxOf(region)
  if (bottom <= from) return true
  const box = new DOMRect(left, Math.max(top, from), right - left, bottom - Math.max(top, from))
  return [...document.querySelectorAll(inPage)].every((one) => isBeside(one.getBoundingClientRect(), box))
}

const lift = (region: HTMLElement, space: number) => {
  const up = liftOf(region.getBoundingClientRect(), space)
  if (up > 0) region.style.translate = `0 ${-up}px`
  return up
}

const { style: page } = document.documentElement

const leave = (region: HTMLElement): undefined => {
  for (const mark of ['in', 'tight', 'many']) delete region.dataset[mark]
  Object.assign(region.style, { left: '', top: '', bottom: '', width: '', translate: '' })
}

const atBottom = (region: HTMLElement) => {
  leave(region)
  lift(region, gap)
}

/** The page ends that much later, and what is reached by Tab stops above it. */
const inStrip = (region: HTMLElement) => {
  leave(region)
  region.dataset['in'] = 'strip'
  const { height } = region.getBoundingClientRect()
  page.setProperty('--notice-room', `${height}px`)
  page.setProperty('scroll-padding-bottom', `${height + lift(region, 0)}px`)
}

const giveRoomBack = () => {
  for (const property of ['--notice-room', 'scroll-padding-bottom']) page.removeProperty(property)
}

const roomInBar = () => document.querySelector(':is(.top, .ad-bar) > .sp')?.getBoundingClientRect()
const isRoomy = (room: DOMRect | undefined) => room !== undefined && room.width >= least + 2 * gap

/** Between where one is and the search; beside the mark of the search, if only that leaves room. */
const findRoom = (region: HTMLElement) => {
  const free = roomInBar()
  if (!free || isRoomy(free)) return free
  region.dataset['in'] = 'bar'
  region.dataset['tight'] = ''
  const more = roomInBar()
  return isRoomy(more) ? more : undefined
}

/** If it is wide enough, and what is below the bar leaves room. */
const inBar = (region: HTMLElement) => {
  const free = findRoom(region)
  const bar = document.querySelector(':is(.top, .ad-bar)')?.getBoundingClientRect()
  if (!free || !bar || bar.bottom <= 0) return false
  region.dataset['in'] = 'bar'
  if (region.querySelectorAll('.notice').length > 1) region.dataset['many'] = ''
  const width = Math.min(widest, free.width - 2 * gap)
  const left = free.left + (free.width - width) / 2
  Object.assign(region.style, { translate: '', bottom: 'auto', left: `${left}px`, width: `${width}px` })
  const middle = (bar.height - boxOf(region).height) / 2
  region.style.top = `${Math.max(bar.top, 0) + Math.max(middle, gap / 4)}px`
  return isFree(region, bar.bottom)
}

type Place = 'bar' | 'strip' | undefined

/** `stays`: as long as something is there: nothing jumps to and fro while somebody scrolls. */
const place = (region: HTMLElement, stays: Place): Place => {
  if (stays === 'bar' && inBar(region)) return 'bar'
  if (stays !== 'strip') {
    atBottom(region)
    if (isFree(region)) return undefined
    if (inBar(region)) return 'bar'
  }
  inStrip(region)
  return 'strip'
}

/** Until it is taken away, with what is said in it: what it had of the page is given back. */
export const keepOffContents = (region: HTMLElement) => {
  const gone = new AbortController()
  let at: Place
  const again = () => {
    if (!region.isConnected) gone.abort()
    const any = !gone.signal.aborted && region.querySelector('.notice') !== null
    at = any ? place(region, at) : leave(region)
    if (at !== 'strip') giveRoomBack()
  }
  // More notices, a longer page, a foot that stays in sight while something is typed.
  const sizes = new ResizeObserver(again)
  for (const grows of [region, document.body]) sizes.observe(grows)
  const listening = { passive: true, capture: true, signal: gone.signal }
  for (const moves of ['scroll', 'resize', 'input']) addEventListener(moves, again, listening)
  // What comes or goes within a page that is as high as before, such as the faults of a form that was sent.
  let due = 0
  const contents = new MutationObserver(() => {
    if (!region.querySelector('.notice')) return
    cancelAnimationFrame(due)
    due = requestAnimationFrame(again)
  })
  contents.observe(document.body, { childList: true, subtree: true })
  gone.signal.addEventListener('abort', () => {
    cancelAnimationFrame(due)
    for (const observer of [sizes, contents]) observer.disconnect()
  })
  again()
}

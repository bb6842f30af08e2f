// Notices cover nothing that is read or pressed (docs/ux.md, rule 30), as long as there is room for them: they lie at
// the bottom, above the feet of lists and forms; where rows or fields are below them there, in the free part of the top
// bar. Loaded with the first notice.
const feet = '.et-foot, .form-foot, .profile-foot, .foot nav'
const pressed = 'a, button, input, select, textarea, label, [role="treeitem"]'
const read = 'h1, h2, h3, p, li, th, td, dt, dd'
const contents = `main :is(${pressed}, ${read})`
const gap = 8
/** Narrower, their words would stand one below the other. */
const least = 220
const widest = 380

const isBeside = (one: DOMRect, other: DOMRect) =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

/** How far up there is no foot in the way: above each that is, from the lowest one on. */
const liftOf = (region: DOMRect, inTheWay: readonly DOMRect[]) =>
  inTheWay
    .filter((foot) => foot.height > 0 && foot.left < region.right && foot.right > region.left)
    .toSorted((one, other) => other.bottom - one.bottom)
    .reduce((lift, foot) => {
      const [top, bottom] = [region.top - lift - gap, region.bottom - lift + gap]
      return foot.top < bottom && foot.bottom > top ? region.bottom + gap - foot.top : lift
    }, 0)

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
  return [...document.querySelectorAll(contents)].every((one) => isBeside(one.getBoundingClientRect(), box))
}

const atBottom = (region: HTMLElement) => {
  delete region.dataset['in']
  Object.assign(region.style, { left: '', top: '', bottom: '', width: '', translate: '' })
  const box = region.getBoundingClientRect()
  const lift = liftOf(
    box,
    [...document.querySelectorAll(feet)].map((foot) => foot.getBoundingClientRect()),
  )
  // Where there is no room left above, it stays where it is in sight.
  if (lift > 0 && lift < box.top) region.style.translate = `0 ${-lift}px`
}

/** Between where one is and the search, if it is wide enough and what is below the bar leaves room. */
const inBar = (region: HTMLElement) => {
  const room = document.querySelector(':is(.top, .ad-bar) > .sp')
  const [free, bar] = [room?.getBoundingClientRect(), room?.parentElement?.getBoundingClientRect()]
  if (!free || !bar || bar.bottom <= 0 || free.width < least + 2 * gap) return false
  region.dataset['in'] = 'bar'
  const width = Math.min(widest, free.width - 2 * gap)
  const left = free.left + (free.width - width) / 2
  Object.assign(region.style, { translate: '', bottom: 'auto', left: `${left}px`, width: `${width}px` })
  const middle = (bar.height - boxOf(region).height) / 2
  region.style.top = `${Math.max(bar.top, 0) + Math.max(middle, gap / 2)}px`
  return isFree(region, bar.bottom)
}

/** `stays`: in the bar, as long as something is there: nothing jumps to and fro while somebody scrolls. */
const place = (region: HTMLElement, stays: boolean) => {
  if (stays && inBar(region)) return true
  atBottom(region)
  if (isFree(region)) return false
  if (inBar(region)) return true
  atBottom(region)
  return false
}

/** `region`: stays as long as the page. */
export const keepOffContents = (region: HTMLElement) => {
  let bar = false
  const again = () => {
    const any = region.querySelector('.notice') !== null
    bar = any && place(region, bar)
  }
  // More notices, a longer page, a foot that stays in sight while something is typed.
  const observer = new ResizeObserver(again)
  for (const grows of [region, document.body]) observer.observe(grows)
  for (const moves of ['scroll', 'resize', 'input']) addEventListener(moves, again, { passive: true, capture: true })
  again()
}

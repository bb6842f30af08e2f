// Where the messages over the page lie: on no button, so above bars at the bottom, too. And F8 reaches them.
const controls = 'a[href],button,input,select,textarea,summary,[role=tab],[role=menuitem],[role=option],[role=treeitem]'
const margin = 16
const step = 12

type Box = { left: number; top: number; right: number; bottom: number }

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const controlsBeside = (region: HTMLElement) =>
  [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((one) => !region.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 0 && height > 0 && bottom > 0 && top < innerHeight)

/** From the bottom up; right, then in the middle, then left. */
const places = function* (width: number, height: number): Generator<Box> {
  const room = document.documentElement.clientWidth
  for (let bottom = innerHeight - margin; bottom - height >= margin; bottom -= step)
    for (const left of [room - width - margin, (room - width) / 2, margin])
      yield { left, right: left + width, bottom, top: bottom - height }
}

const freest = (region: HTMLElement, boxes: readonly Box[]) => {
  const { width, height } = region.getBoundingClientRect()
  let best: { place: Box; covered: number } | undefined
  for (const place of places(width, height)) {
    const covered = boxes.filter((box) => meet(box, place)).length
    if (!best || covered < best.covered) best = { place, covered }
    if (covered === 0) break
  }
  return best?.place
}

const isHeld = (region: HTMLElement) => region.matches(':hover, :focus-within')

/** It stays where it is while that is good, or while somebody is at it. */
const put = (region: HTMLElement) => {
  if (isHeld(region)) return
  const own = region.getBoundingClientRect()
  const boxes = controlsBeside(region)
  const isGood = own.top >= 0 && own.left >= 0 && !boxes.some((box) => meet(box, own))
  const place = isGood ? undefined : freest(region, boxes)
  if (!place) return
  region.style.right = `${document.documentElement.clientWidth - place.right}px`
  region.style.bottom = `${innerHeight - place.bottom}px`
}

/** F8 goes to the last message, and what was left for it has the focus again afterwards. */
const reachByKey = (region: HTMLElement, signal: AbortSignal) => {
  let before: Element | null = null
  const back = () => {
    if (before instanceof HTMLElement) before.focus()
    before = null
  }
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'F8') return
      const isInside = region.contains(document.activeElement)
      const last = [...region.querySelectorAll('.notice')].at(-1)?.querySelector('button')
      if (!last) return
      event.preventDefault()
      if (!isInside) before = document.activeElement
      last.focus()
    },
    { signal },
  )
  region.addEventListener('keydown', ({ key }) => key === 'Escape' && back(), { signal })
  region.addEventListener('click', () => requestAnimationFrame(() => !isHeld(region) && back()), { signal })
}

let stop = () => {}

/** As long as there are messages in it. */
export const watchNotices = (region: HTMLElement | null) => {
  stop()
  if (!region) return
  const over = new AbortController()
  const { signal } = over
  let asked = 0
  const later = () => {
    cancelAnimationFrame(asked)
    asked = requestAnimationFrame(() => (region.clientHeight === 0 ? stop() : put(region)))
  }
  const changes = new MutationObserver(later)
  changes.observe(document.body, { childList: true, subtree: true })
  for (const happens of ['resize', 'scrollend']) addEventListener(happens, later, { signal, capture: true })
  reachByKey(region, signal)
  stop = () => {
    over.abort()
    changes.disconnect()
    cancelAnimationFrame(asked)
    region.removeAttribute('style')
  }
  later()
}

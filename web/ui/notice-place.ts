// Notices lie above the feet of lists and forms, whose buttons are used while a notice is there. Loaded with the first
// notice.
const feet = '.et-foot, .form-foot, .profile-foot, .foot nav'
const gap = 8

const isBeside = (one: DOMRect, other: DOMRect) => one.right <= other.left || one.left >= other.right

/** How far up there is no foot in the way: above each that is, from the lowest one on. */
const liftOf = (region: DOMRect, inTheWay: readonly DOMRect[]) =>
  inTheWay
    .filter((foot) => foot.height > 0 && !isBeside(foot, region))
    .toSorted((one, other) => other.bottom - one.bottom)
    .reduce((lift, foot) => {
      const [top, bottom] = [region.top - lift - gap, region.bottom - lift + gap]
      return foot.top < bottom && foot.bottom > top ? region.bottom + gap - foot.top : lift
    }, 0)

const place = (region: HTMLElement) => {
  region.style.translate = ''
  const box = region.getBoundingClientRect()
  const lift = liftOf(
    box,
    [...document.querySelectorAll(feet)].map((foot) => foot.getBoundingClientRect()),
  )
  // Where there is no room left above, it stays where it is in sight.
  if (lift > 0 && lift < box.top) region.style.translate = `0 ${-lift}px`
}

/** `region`: stays as long as the page. */
export const keepOffFeet = (region: HTMLElement) => {
  const again = () => place(region)
  // More notices, a longer page, a foot that stays in sight while something is typed.
  const observer = new ResizeObserver(again)
  for (const grows of [region, document.body]) observer.observe(grows)
  for (const moves of ['scroll', 'resize', 'input']) addEventListener(moves, again, { passive: true, capture: true })
  again()
}

// The bubble is loaded at the first sign of a hand, which a page that is only opened never gives.
const load = () => void import('./tooltip.ts')

export const loadTooltips = () => {
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, load, { once: true })
}

// The bubble, and what keeps the focus, are loaded at the first sign of a hand, which a page that is only opened never
// gives.
const load = () => void Promise.all([import('./tooltip.ts'), import('./focus-keeper.ts')])

export const loadTooltips = () => {
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, load, { once: true })
}

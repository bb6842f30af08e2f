// The bubble is loaded when somebody points at something or moves the focus: no page waits for it.
const load = () => void import('./tooltip.ts')

export const loadTooltips = () => {
  for (const sign of ['pointerover', 'focusin', 'pointerdown']) addEventListener(sign, load, { once: true })
}

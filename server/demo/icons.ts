// Icons as plain SVG: a squircle in the application's hue with a white drawing.
import { glyphs, type Glyph } from './glyphs.ts'

/** OKLab (Ottosson 2020), so that pictures need no `oklch()`, which many SVG readers do not know. */
type Lab = readonly [lightness: number, a: number, b: number]

const labOf = (lightness: number, chroma: number, hue: number): Lab => {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

const linear = ([lightness, a, b]: Lab): number[] => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const hexOf = (lab: Lab): string =>
  `#${linear(lab)
    .map((value) => Math.min(1, Math.max(0, value)))
    .map((value) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** The same gradient as the portal's own: 150°, from light to deep, mixed in OKLab. */
export const iconSvg = (glyph: Glyph, hue: number): string => {
  const light = labOf(0.66, 0.15, hue)
  const deep = labOf(0.52, 0.17, hue + 14)
  const middle: Lab = [(light[0] + deep[0]) / 2, (light[1] + deep[1]) / 2, (light[2] + deep[2]) / 2]
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">',
    '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse" x1="7.6" y1="-4.4" x2="40.4" y2="52.4">',
    `<stop offset="0" stop-color="${hexOf(light)}"/><stop offset=".5" stop-color="${hexOf(middle)}"/><stop offset="1" stop-color="${hexOf(deep)}"/>`,
    '</linearGradient></defs><rect width="48" height="48" rx="14" fill="url(#g)"/>',
    '<g transform="translate(12.5 12.5) scale(.9583)" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round">',
    glyphs[glyph],
    '</g></svg>',
  ].join('')
}

// The two-sample Kolmogorov–Smirnov test: how likely two sets of measurements come from one distribution.

const shareUpTo = (sample: readonly number[], most: number) =>
  sample.filter((value) => value <= most).length / sample.length

/** The greatest distance between the two empirical distributions. */
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...[...a, ...b].map((at) => Math.abs(shareUpTo(a, at) - shareUpTo(b, at))))

/** The p-value (Stephens' approximation). */
export const sameDistribution = (a: readonly number[], b: readonly number[]) => {
  const n = Math.sqrt((a.length * b.length) / (a.length + b.length))
  const lambda = (n + 0.12 + 0.11 / n) * distance(a, b)
  if (lambda < 0.2) return 1
  const terms = Array.from(
    { length: 100 },
    (_, k) => (k % 2 === 0 ? 1 : -1) * Math.exp(-2 * (k + 1) ** 2 * lambda ** 2),
  )
  return Math.min(1, Math.max(0, 2 * terms.reduce((sum, term) => sum + term, 0)))
}

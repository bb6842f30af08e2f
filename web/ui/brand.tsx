// The mark and the motif: the arch.

export const Mark = ({ size = 32, tone = 'blue' }: { size?: number; tone?: 'blue' | 'white' }) => {
  const back = tone === 'blue' ? '#2B4AE0' : '#fff'
  const line = tone === 'blue' ? '#fff' : '#2B4AE0'
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill={back} />
      <path d="M8 25V15.5a8 8 0 0 1 16 0V25" fill="none" stroke={line} strokeWidth="2.6" strokeLinecap="round" />
      <path
        d="M13 25v-8.7a3 3 0 0 1 6 0V25"
        fill="none"
        stroke={line}
        strokeOpacity=".62"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** Concentric arcs, 640 × 420, for the sign-in page, the hub's hero and the landing page; nowhere else. */
export const Arches = ({ opacity }: { opacity: number }) => (
  <svg
    className="arches"
    viewBox="0 0 640 420"
    fill="none"
    stroke="white"
    strokeOpacity={opacity}
    strokeWidth="2"
    aria-hidden="true"
  >
    {[300, 250, 200, 150, 100, 50].map((radius) => (
      <path key={radius} d={`M${320 - radius} 440V320a${radius} ${radius} 0 0 1 ${2 * radius} 0V440`} />
    ))}
  </svg>
)

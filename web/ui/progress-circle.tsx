// How much of a run is over, as a ring with the percentage in it.
import { formatPercent } from '#web/lib/percent.ts'

const radius = 34
const length = 2 * Math.PI * radius

export const ProgressCircle = ({ value }: { value: number }) => {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  const said = formatPercent(percent / 100)
  return (
    <svg
      className="progress-circle"
      width="84"
      height="84"
      viewBox="0 0 84 84"
      role="progressbar"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={said}
    >
      <circle cx="42" cy="42" r={radius} fill="none" stroke="var(--i-100)" strokeWidth="7" />
      <circle
        cx="42"
        cy="42"
        r={radius}
        fill="none"
        stroke="var(--primary)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray={length}
        strokeDashoffset={length * (1 - percent / 100)}
        transform="rotate(-90 42 42)"
      />
      <text x="42" y="47" textAnchor="middle" fontSize="16" fontWeight="600" fill="currentColor">
        {said}
      </text>
    </svg>
  )
}

export const EmptyPanel = ({ text, action }: { text: string; action?: { label: string; run: () => void } }) => (
  <div className="empty">
    <svg
      width="72"
      height="56"
      viewBox="0 0 72 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {[34, 25, 16].map((radius, index) => (
        <path
          key={radius}
          strokeOpacity={0.35 + index * 0.25}
          d={`M${36 - radius} 55V36a${radius} ${radius} 0 0 1 ${2 * radius} 0v19`}
        />
      ))}
    </svg>
    <p>{text}</p>
    {action && (
      <button type="button" className="b" onClick={action.run}>
        {action.label}
      </button>
    )}
  </div>
)

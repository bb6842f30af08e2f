// The icon of an application as it is now; its initial where there is none.
import { hub } from '#contract/hub.ts'
import { sourceOf } from '#web/lib/client.ts'

type Props = { application: { id: number; displayName: string; iconVersion: string | null }; size: number }

const hueOf = (id: number) => (id * 67 + 200) % 360

export const AppMark = ({ application: { id, displayName, iconVersion }, size }: Props) => {
  const hue = hueOf(id)
  const shape = { width: size, height: size, borderRadius: size * 0.29 }
  if (iconVersion)
    return (
      <img
        className="app-mark"
        style={shape}
        src={`${sourceOf(hub.adminIcon, { params: { id } })}?v=${encodeURIComponent(iconVersion)}`}
        alt=""
        width={size}
        height={size}
      />
    )
  return (
    <span
      className="app-mark letter"
      style={{
        ...shape,
        fontSize: size * 0.44,
        backgroundImage: `linear-gradient(150deg, oklch(0.55 0.15 ${hue}), oklch(0.47 0.16 ${hue + 14}))`,
      }}
      aria-hidden="true"
    >
      {displayName.trim().charAt(0).toUpperCase()}
    </span>
  )
}

// The icon of an application; its initial where there is none (R8.4-04: silently).
import { useState } from 'react'
import { pictures } from '#contract/pictures.ts'
import { sourceOf } from '#web/lib/client.ts'
import './app-icon.css'

type Props = { app: { id: number; title: string }; size?: number; muted?: boolean }

/** Colours that carry white letters, spread over the ids. */
const hueOf = (id: number) => (id * 67 + 200) % 360

export const AppIcon = ({ app: { id, title }, size = 48, muted = false }: Props) => {
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading')
  const hue = hueOf(id)
  const tint = muted ? undefined : `linear-gradient(150deg, oklch(0.6 0.15 ${hue}), oklch(0.5 0.16 ${hue + 14}))`
  return (
    <span
      className={`appicon ${state}${muted ? ' muted' : ''}`}
      style={{
        width: size,
        height: size,
        borderRadius: size * 0.29,
        fontSize: size * 0.44,
        ...(state === 'broken' && tint ? { backgroundImage: tint } : {}),
      }}
      aria-hidden="true"
    >
      {state === 'broken' ? (
        title.trim().charAt(0).toUpperCase()
      ) : (
        <img
          src={sourceOf(pictures.icon, { params: { id }, query: { d: 'blank' } })}
          alt=""
          width={size}
          height={size}
          onLoad={() => setState('there')}
          onError={() => setState('broken')}
        />
      )}
    </span>
  )
}

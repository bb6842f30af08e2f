// The picture of an e-mail address, over the initials that show until it is there, or instead of it.
import { useEffect, useState } from 'react'
import { pictures } from '#contract/pictures.ts'
import { sourceOf } from '#web/lib/client.ts'
import { preferences } from '#web/lib/preferences.ts'
import './avatar.css'

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256: the browser has no MD5. */
const hashOf = async (email: string) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email.trim().toLowerCase())))

const useHash = (email: string) => {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    let current = true
    if (crypto.subtle) void hashOf(email).then((value) => current && setHash(value))
    return () => {
      current = false
    }
  }, [email])
  return hash
}

/** First and last; drawn, not written: they are no part of the name of the button around them. */
const initials = (name: string) => {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? '')
  return [letters.at(0), letters.length > 1 ? letters.at(-1) : ''].join('').toLocaleUpperCase()
}

/** Always the same for one name, so that rows are told apart at a glance. */
const hueOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

/** Beside a name, so without words of its own. `soft` among many others. */
export const Avatar = ({
  email,
  name,
  size,
  soft = false,
}: {
  email: string
  name: string
  size: number
  soft?: boolean
}) => {
  const hash = useHash(email)
  const v = preferences.read().avatarVersion
  const [broken, setBroken] = useState<unknown>(false)
  const source = (s: number) => sourceOf(pictures.avatar, { params: { hash: hash ?? '' }, query: { s, d: 'blank', v } })
  return (
    <span
      className={`avatar${soft ? ' soft' : ''}`}
      data-initials={initials(name)}
      style={{ width: size, height: size, fontSize: size * 0.38, ...(soft && { '--hue': hueOf(name) }) }}
      aria-hidden="true"
    >
      {hash && broken !== v && (
        <img
          key={v}
          src={source(size)}
          srcSet={`${source(size)} 1x, ${source(Math.min(512, size * 2))} 2x`}
          alt=""
          onError={() => setBroken(v)}
        />
      )}
    </span>
  )
}

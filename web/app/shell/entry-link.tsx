import { useLocation } from '@tanstack/react-router'
import { AppLink } from '#web/ui/app-link.tsx'
import { basePath } from '#web/lib/base.ts'
import type { MenuEntry } from './menu-entries.tsx'

type Place = { readonly pathname: string; readonly searchStr: string }

const pathOf = (href: string) => new URL(href, location.origin).pathname

/** The open page stays as it is: the search and filters of its list are in the address. */
const keepingList = (href: string, { pathname, searchStr }: Place) => {
  const own = new URL(href, location.origin)
  const current = new URLSearchParams(searchStr)
  const isOpen =
    own.pathname === basePath() + pathname &&
    [...own.searchParams].every(([name, value]) => current.get(name) === value)
  return isOpen ? own.pathname + searchStr : href
}

/** `here` for the entry of the page that is open, and of the pages below it unless it is `exact`. */
const isHere = ({ href, exact }: MenuEntry, current: string) => {
  const [own, now] = [pathOf(href), `${basePath()}${current === '/' ? '/home' : current}`]
  return now === own || (!exact && now.startsWith(`${own}/`))
}

export const EntryLink = ({
  entry,
  onClick,
  named = true,
}: {
  entry: MenuEntry
  onClick?: () => void
  named?: boolean
}) => {
  const { href, label, icon } = entry
  const place = useLocation()
  return (
    <AppLink
      className="entry"
      href={keepingList(href, place)}
      onClick={onClick}
      aria-current={isHere(entry, place.pathname) ? 'page' : undefined}
      data-tip={named ? undefined : label}
    >
      {icon}
      <span className={named ? '' : 'sr'}>{label}</span>
    </AppLink>
  )
}

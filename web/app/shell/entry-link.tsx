import { useLocation } from '@tanstack/react-router'
import { AppLink } from '#web/ui/app-link.tsx'
import { basePath } from '#web/lib/base.ts'
import type { MenuEntry } from './menu-entries.tsx'

const pathOf = (href: string) => new URL(href, location.origin).pathname

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
  const current = useLocation({ select: ({ pathname }) => pathname })
  return (
    <AppLink
      className="entry"
      href={href}
      onClick={onClick}
      aria-current={isHere(entry, current) ? 'page' : undefined}
      data-tip={named ? undefined : label}
    >
      {icon}
      <span className={named ? '' : 'sr'}>{label}</span>
    </AppLink>
  )
}

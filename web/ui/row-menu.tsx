// The ⋯ menu of a row: the same order everywhere, danger last after a line (rule 10); what cannot be done says why.
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGo } from './app-link.tsx'
import { Menu } from './menu.tsx'

export type RowMenuItem = {
  id: string
  label: string
  icon?: ReactNode
  danger?: boolean
  divided?: boolean
  reason?: string | undefined
  href?: string | undefined
  run: () => void
}

/** All of it behind one line, whoever declared it. */
const dangerLast = (items: readonly RowMenuItem[]): RowMenuItem[] => [
  ...items.filter(({ danger }) => !danger),
  ...items.filter(({ danger }) => danger).map((item, at) => ({ ...item, divided: at === 0 })),
]

export const RowMenu = ({ label, items }: { label: string; items: readonly RowMenuItem[] }) => {
  const go = useGo()
  return (
    <Menu
      label={label}
      className="ic s"
      trigger={<Ellipsis size={17} />}
      items={dangerLast(items).map(({ id, label: words, icon, danger, divided, reason, href, run }) => ({
        id,
        label: words,
        icon,
        disabled: reason !== undefined,
        run: href === undefined ? run : () => go(href),
        ...(danger && { danger }),
        ...(divided && { divided }),
        ...(reason && { hint: reason }),
      }))}
    />
  )
}

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

export const RowMenu = ({ label, items }: { label: string; items: readonly RowMenuItem[] }) => {
  const go = useGo()
  return (
    <Menu
      label={label}
      className="ic s"
      trigger={<Ellipsis size={17} />}
      items={items.map(({ id, label: words, icon, danger, divided, reason, href, run }) => ({
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

// What stands before a command: a person's picture, an application's icon, else the icon of its screen.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Hit } from '#web/lib/screen.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

/** An entry of a menu brings its icon as it is drawn there. */
export type CommandIconOf = { readonly hit?: Pick<Hit, 'label' | 'picture'> | undefined } & (
  | { readonly icon: LucideIcon; readonly drawn?: never }
  | { readonly icon?: never; readonly drawn: ReactNode }
)

const Drawn = ({ icon: Icon, drawn, hit }: CommandIconOf) => {
  if (!hit?.picture) return Icon ? <Icon size={17} aria-hidden="true" /> : drawn
  const { label, picture } = hit
  return picture.kind === 'person' ? (
    <Avatar email={picture.email} name={label} size={22} soft />
  ) : (
    <AppIcon app={{ id: picture.id, title: label }} size={22} />
  )
}

export const CommandIcon = (command: CommandIconOf) => (
  <span className="cp-icon">
    <Drawn {...command} />
  </span>
)

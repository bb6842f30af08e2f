// What stands before a command: a person's picture, an application's icon, else the icon of its screen.
import type { LucideIcon } from 'lucide-react'
import type { Hit } from '#web/lib/screen.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

export type CommandIconOf = { readonly icon: LucideIcon; readonly hit?: Pick<Hit, 'label' | 'picture'> | undefined }

const Drawn = ({ icon: Icon, hit }: CommandIconOf) => {
  if (!hit?.picture) return <Icon size={17} aria-hidden="true" />
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

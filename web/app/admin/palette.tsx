// The palette of the hub and the profile. A file of its own without imports that the hub lacks: the hub names what it
// may load, and pays for every letter.
import { addTexts } from '#web/lib/i18n.ts'
import { lazily } from '#web/ui/lazily.tsx'

const CommandPalette = lazily(async () => {
  await Promise.all(['admin', 'profile'].map(addTexts))
  return (await import('./command-palette.tsx')).CommandPalette
})

export const Palette = ({ onClose }: { onClose: () => void }) => <CommandPalette outside onClose={onClose} />

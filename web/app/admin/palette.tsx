// The palette of the hub and the profile. A file of its own without imports that the hub lacks: the hub names what it
// may load, and pays for every letter.
import { lazy } from 'react'
import { addTexts } from '#web/lib/i18n.ts'

const CommandPalette = lazy(async () => {
  await Promise.all(['admin', 'profile'].map(addTexts))
  return { default: (await import('./command-palette.tsx')).CommandPalette }
})

export const Palette = ({ onClose }: { onClose: () => void }) => <CommandPalette outside onClose={onClose} />

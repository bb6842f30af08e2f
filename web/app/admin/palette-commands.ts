// What stands in the palette.
import type { HubItem } from '#contract/hub.ts'
import type { CommandIconOf } from './command-icon.tsx'

export type Command = CommandIconOf & {
  id: string
  label: string
  hint?: string | undefined
  /** Its disclaimer is accepted first. */
  asks?: HubItem | undefined
  run: () => void
}
export type CommandGroup = { id: string; title: string; commands: readonly Command[] }

// What the demonstration says of an application: what it is called, who may do what in it, and how it looks.
import type { Glyph } from './glyphs.ts'

/**
 * Offered when access is asked for ('request'), to service managers ('service'), or never picked by hand ('hierarchy').
 */
type RoleVisibility = 'request' | 'service' | 'both' | 'none' | 'hierarchy'

type DemoRole = {
  readonly name: string
  readonly description: string
  readonly visible: RoleVisibility
  readonly scopes: readonly string[]
}

export type DemoApplication = {
  readonly id: number
  /** The client id, and the path below the examples' address. */
  readonly name: string
  readonly title: string
  readonly glyph: Glyph
  readonly hue: number
  readonly status?: 'Stopped' | 'Maintenance'
  readonly prerelease?: true
  readonly disabled?: true
  /** Shown to those without access, as 'Ask us'. */
  readonly publicUrl?: string
  /** The one client that still speaks the implicit flow. */
  readonly implicit?: true
  readonly roles: readonly DemoRole[]
}

export const role = (name: string, visible: RoleVisibility, description: string, scopes: string): DemoRole => ({
  name,
  visible,
  description,
  scopes: scopes.split(' '),
})

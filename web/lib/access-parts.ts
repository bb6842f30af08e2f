// Why somebody has a role, and what a change would do: parts of one feature that others show where they stand. The
// application hands them over (web/app); where it does not, they are absent.
import { type ComponentType, createContext, useContext } from 'react'
import type { accessPreview, Preview } from '#contract/access-preview.ts'
import type { SentOf } from '#contract/kernel/endpoint.ts'

/** A change that is tried, measured, and not made. */
export type PreviewedChange = SentOf<typeof accessPreview.preview>

export type Explained = {
  readonly user: { readonly id: string; readonly displayName: string; readonly type?: 'User' | 'Group' }
  readonly tenant: { readonly id: string; readonly title: string }
  /** Without one it is chosen first. */
  readonly role?: { readonly id: string; readonly name: string; readonly applicationName: string } | undefined
}

/** What is on the screen: not there yet, refused, or the answer with the stamp of what it was computed from. */
export type PreviewSeen = Preview | 'refused' | undefined

export type AccessParts = {
  readonly explain: (asked: Explained) => void
  readonly WhyButton: ComponentType<Explained>
  readonly ChangePreview: ComponentType<{
    change: PreviewedChange
    small?: boolean
    onPreviewed?: (seen: PreviewSeen) => void
  }>
  /** `most` of them, the newest first; `none` is shown where nothing has changed yet. */
  readonly LastChanges: ComponentType<{
    identityId: string
    tenantId: string
    onUndone?: () => void
    most?: number
    none?: string
  }>
  readonly LastMoves: ComponentType<{ tenantId: string }>
}

export const AccessPartsContext = createContext<AccessParts | undefined>(undefined)
export const useAccessParts = () => useContext(AccessPartsContext)

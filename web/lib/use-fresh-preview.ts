// What a change would do, shown before it is made, and asked again at the last moment: only what was seen is applied (ux.md,
// note 7).
import { useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { access } from '#contract/access.ts'
import { mostTried } from '#contract/access-change.ts'
import { type Seen, type TriedChange, useAccessParts } from './access-parts.ts'
import { call } from './client.ts'
import { useAccess } from './use-access.ts'
import { resourceOf } from './use-endpoint.ts'

export type FreshPreview = {
  /** Nothing where nobody hands the parts over, and for those who may change but not look. */
  readonly viewOf: (change: TriedChange) => ReactNode
  readonly seen: Seen
  /** Throws what is to be said when by now something else would happen; that is shown by then. */
  readonly fresh: (change: TriedChange) => Promise<void>
}

const mayLook = (has: ReturnType<typeof useAccess>) => typeof access.preview.access === 'string' || has(...access.preview.access.anyOf)

export const useFreshPreview = ({ small = false } = {}): FreshPreview => {
  const { t } = useTranslation()
  const given = useAccessParts()
  const parts = mayLook(useAccess()) ? given : undefined
  const answers = useQueryClient()
  const [seen, see] = useState<Seen>()
  // For whoever was handed `fresh` before the answer came.
  const last = useRef<Seen>(undefined)
  const onSeen = useRef((preview: Seen) => {
    last.current = preview
    see(preview)
  })
  const fresh = async (change: TriedChange) => {
    const { current } = last
    if (current === undefined || current === 'refused') return
    const now = await call(access.preview, { input: change, query: { take: '1' } })
    if (now.stamp === current.stamp) return
    await answers.invalidateQueries({ queryKey: [resourceOf(access.preview), 'preview'] })
    throw new Error(t('access:changedMeanwhile'))
  }
  // Of another change nothing has been seen yet.
  const viewOf = (change: TriedChange) => parts && createElement(parts.ChangePreview, { key: JSON.stringify(change), change, small, onSeen: onSeen.current })
  return { viewOf, seen, fresh }
}

/** Under a question: what it comes to is seen before it can be said yes to, and looked at again when it is. */
export const useSeenFirst = (change: TriedChange | undefined) => {
  const { viewOf, seen, fresh } = useFreshPreview({ small: true })
  const view = change && viewOf(change)
  return { view, ready: !view || seen !== undefined, sure: async () => void (view && (await fresh(change))) }
}

type Listed = Extract<TriedChange, { kind: 'several' }>['changes'][number]

/** What a list does to its rows one after the other. Of more than may be tried at once nothing is foreseen. */
export const severally = (changes: readonly Listed[]): TriedChange | undefined => {
  if (changes.length > mostTried) return undefined
  return changes.length > 1 ? { kind: 'several', changes: [...changes] } : changes[0]
}

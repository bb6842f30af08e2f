// What a change would do, shown before it is made, and asked again at the last moment: only what was seen is applied (ux.md,
// note 7).
import { useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { access } from '#contract/access.ts'
import { type Seen, type TriedChange, useAccessParts } from './access-parts.ts'
import { call } from './client.ts'
import { resourceOf } from './use-endpoint.ts'

export type FreshPreview = {
  /** Nothing where nobody hands the parts over. */
  readonly viewOf: (change: TriedChange) => ReactNode
  readonly seen: Seen
  /** Throws what is to be said when by now something else would happen; that is shown by then. */
  readonly fresh: (change: TriedChange) => Promise<void>
}

export const useFreshPreview = ({ small = false } = {}): FreshPreview => {
  const { t } = useTranslation()
  const parts = useAccessParts()
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
  return { viewOf: (change) => parts && createElement(parts.ChangePreview, { change, small, onSeen: onSeen.current }), seen, fresh }
}

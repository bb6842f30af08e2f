// What a change would do, shown before it is made. Only that is done (docs/ux.md, note 7): the write carries the
// stamp of its preview, and a run of several writes asks once more before it begins (docs/decisions/0027).
import { useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessPreview } from '#contract/access-preview.ts'
import { mostPreviewed } from '#contract/access-preview.ts'
import { type PreviewSeen, type PreviewedChange, useAccessParts } from './access-parts.ts'
import { call } from './client.ts'
import { isProblem } from './problem.ts'
import { useAccess } from './use-access.ts'
import { resourceOf } from './use-endpoint.ts'

export type FreshPreview = {
  /** Nothing where nobody hands the parts over, and for those who may change but not look. */
  readonly viewOf: (change: PreviewedChange) => ReactNode
  readonly seen: PreviewSeen
  /** Of what was seen; nothing where nothing was. */
  readonly stamp: () => string | undefined
  /**
   * Before a run of several writes. Throws what is to be said where by now something else would happen; that is shown.
   */
  readonly fresh: (change: PreviewedChange) => Promise<void>
  /**
   * One write, with the stamp to send along. Throws the same where the server answers that something else would happen.
   */
  readonly asReviewed: AsReviewed
}

type AsReviewed = <Result>(write: (seen: string | undefined) => Result | Promise<Result>) => Promise<Result>

const mayLook = (has: ReturnType<typeof useAccess>) =>
  typeof accessPreview.preview.access === 'string' || has(...accessPreview.preview.access.anyOf)

export const useFreshPreview = ({ small = false } = {}): FreshPreview => {
  const { t } = useTranslation()
  const given = useAccessParts()
  const parts = mayLook(useAccess()) ? given : undefined
  const answers = useQueryClient()
  const [seen, see] = useState<PreviewSeen>()
  // For the person who was handed `fresh` before the answer came.
  const last = useRef<PreviewSeen>(undefined)
  const onPreviewed = useRef((preview: PreviewSeen) => {
    last.current = preview
    see(preview)
  })
  const stamp = () => (last.current === 'refused' ? undefined : last.current?.stamp)
  const lookAgain = async () => {
    await answers.invalidateQueries({ queryKey: [resourceOf(accessPreview.preview), 'preview'] })
    return new Error(t('effective-access:changedMeanwhile'))
  }
  const fresh = async (change: PreviewedChange) => {
    const before = stamp()
    if (before === undefined) return
    const now = await call(accessPreview.preview, { input: change, query: { take: '1' } })
    if (now.stamp !== before) throw await lookAgain()
  }
  const asReviewed: AsReviewed = async (write) => {
    try {
      return await write(stamp())
    } catch (error) {
      throw isProblem(error, 412) ? await lookAgain() : error
    }
  }
  // Of another change nothing has been seen yet.
  const viewOf = (change: PreviewedChange) =>
    parts &&
    createElement(parts.ChangePreview, { key: JSON.stringify(change), change, small, onPreviewed: onPreviewed.current })
  return { viewOf, seen, stamp, fresh, asReviewed }
}

/** Under a question: what it comes to is seen before it can be said yes to, and nothing else is done. */
export const usePreviewFirst = (change: PreviewedChange | undefined) => {
  const { viewOf, seen, stamp, fresh, asReviewed } = useFreshPreview({ small: true })
  const view = change && viewOf(change)
  return {
    view,
    ready: !view || seen !== undefined,
    stamp: () => (view ? stamp() : undefined),
    fresh: async () => void (view && (await fresh(change))),
    /** Makes the change as it was seen. */
    sure: async <Result>(write: (seen: string | undefined) => Result | Promise<Result>) =>
      view ? asReviewed(write) : write(undefined),
  }
}

type Listed = Extract<PreviewedChange, { kind: 'several' }>['changes'][number]

/** What a list does to its rows one after the other. Of more than may be tried at once there is no preview. */
export const asBatch = (changes: readonly Listed[]): PreviewedChange | undefined => {
  if (changes.length > mostPreviewed) return undefined
  return changes.length > 1 ? { kind: 'several', changes: [...changes] } : changes[0]
}

// Hands to the screens of other features how a change of access is looked at before it is made; the view is loaded
// with its texts when it is first shown.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import {
  accessPreview,
  isDelegated,
  mostPreviewed,
  type ListedChange,
  type Preview,
  type PreviewedChange,
} from '#contract/access-preview.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { type Parts, ProvideParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import type { Review } from '#web/lib/use-review.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { askPreview, type Base, PreviewBase, previewKey } from './use-preview.ts'

declare module '#web/lib/parts.tsx' {
  interface Parts {
    /**
     * Of a change, or of what a list does to its rows one after the other. Of nothing, and of more rows than may be
     * previewed at once, there is none.
     */
    readonly previewOf: (change: PreviewedChange | readonly ListedChange[] | undefined) => Review<Preview> | undefined
  }
}

const ChangePreview = lazily(
  async () => {
    const texts = ['access-preview', 'table'].map(addTexts)
    return (await Promise.all([import('./change-preview.tsx'), ...texts]))[0].ChangePreview
  },
  <div className="card" style={{ minHeight: 160 }} aria-busy="true" />,
)

const isList = (change: PreviewedChange | readonly ListedChange[]): change is readonly ListedChange[] =>
  Array.isArray(change)

const together = (changes: readonly ListedChange[]): PreviewedChange | undefined => {
  if (changes.length > mostPreviewed) return undefined
  return changes.length > 1 ? { kind: 'several', changes: [...changes] } : changes[0]
}

const reviewOf = (base: Base, change: PreviewedChange, refresh: () => Promise<void>): Review<Preview> => ({
  key: JSON.stringify(change),
  draw: ({ small, onSeen }) => (
    <PreviewBase value={base}>
      <ChangePreview change={change} small={small} onSeen={onSeen} />
    </PreviewBase>
  ),
  stampNow: async () => (await askPreview(base, change, { query: { take: '1' } })).stamp,
  refresh,
})

/** Nothing for those who may change but not look. */
export const AccessPreviewProvider = ({ base = 'admin', children }: { base?: Base; children: ReactNode }) => {
  const mayLook = useMay(base === 'admin' ? accessPreview.preview : accessPreview.profilePreview)
  const answers = useQueryClient()
  const parts = useMemo((): Partial<Parts> => {
    if (!mayLook) return {}
    const refresh = () => answers.invalidateQueries({ queryKey: previewKey })
    return {
      previewOf: (given) => {
        const change = given && isList(given) ? together(given) : given
        const may = change && (base === 'admin' || isDelegated(change))
        return may ? reviewOf(base, change, refresh) : undefined
      },
    }
  }, [base, mayLook, answers])
  return <ProvideParts parts={parts}>{children}</ProvideParts>
}

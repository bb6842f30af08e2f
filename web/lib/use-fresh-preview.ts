// What a change would do, shown before it is made, and asked again at the last moment: only what was seen is applied (ux.md,
// note 7).
import { useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { access, type Preview } from '#contract/access.ts'
import { type TriedChange, useAccessParts } from './access-parts.ts'
import { call } from './client.ts'
import { resourceOf } from './use-endpoint.ts'

type Fresh = {
  /** Nothing where nobody hands the parts over. */
  view: ReactNode
  seen: Preview | undefined
  /** Throws what is to be said when by now something else would happen; that is shown by then. */
  fresh: () => Promise<void>
}

export const useFreshPreview = (change: TriedChange | undefined, { small = false } = {}): Fresh => {
  const { t } = useTranslation()
  const parts = useAccessParts()
  const answers = useQueryClient()
  const [seen, see] = useState<Preview>()
  const fresh = async () => {
    if (!change || !seen) return
    const now = await call(access.preview, { input: change, query: { take: '1' } })
    if (now.stamp === seen.stamp) return
    await answers.invalidateQueries({ queryKey: [resourceOf(access.preview), 'preview'] })
    throw new Error(t('access:changedMeanwhile'))
  }
  return { view: parts && change ? createElement(parts.ChangePreview, { change, small, onSeen: see }) : null, seen, fresh }
}

// What was deleted is offered back for a while (rule 18): with its id, its rows and its members, while nothing stands
// in the way.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { accessHistory } from '#contract/access-history.ts'
import { call } from '#web/lib/client.ts'
import { type Notice, showFailure, showNotice } from '#web/lib/notices.ts'
import { resources } from './use-undo.ts'

export const useUndoRemoval = () => {
  const { t } = useTranslation('table')
  const answers = useQueryClient()
  return useCallback(
    (ids: readonly string[]): NonNullable<Notice['action']> => {
      /** The last one first: it may have stood below another. */
      const bringBack = async () => {
        try {
          for (const id of ids.toReversed()) await call(accessHistory.undoRemoval, { params: { id } })
          showNotice({ kind: 'success', title: t('restored', { count: ids.length }) })
        } catch (error) {
          showFailure(t('notRestored'), error)
        }
        await Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
      }
      return { label: t('undo'), run: () => void bringBack() }
    },
    [t, answers],
  )
}

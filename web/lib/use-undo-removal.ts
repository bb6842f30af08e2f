// What was deleted is offered back for a while (rule 18): with its id, its rows and its members, while nothing stands
// in the way.
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accessHistory } from '#contract/access-history.ts'
import { call } from './client.ts'
import { type Notice, showFailure, showNotice } from './notices.ts'

const resources = ['tenants', 'users', 'groups', 'applications']

export const useUndoRemoval = () => {
  const { t } = useTranslation('table')
  const answers = useQueryClient()
  /** The last one first: it may have stood below another. */
  const bringBack = async (ids: readonly string[]) => {
    try {
      for (const id of ids.toReversed()) await call(accessHistory.undoRemoval, { params: { id } })
      showNotice({ kind: 'success', title: t('restored', { count: ids.length }) })
    } catch (error) {
      showFailure(t('notRestored'), error)
    }
    await Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
  }
  return (ids: readonly string[]): NonNullable<Notice['action']> => ({
    label: t('undo'),
    run: () => void bringBack(ids),
  })
}

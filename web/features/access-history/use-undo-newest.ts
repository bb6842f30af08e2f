// What the reader has just changed of a row is taken back (rule 18).
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { resources, useEndpoints } from './use-undo.ts'

export type ChangedRow = { readonly identityId: string; readonly tenantId: string }

/** Nothing for those who may change but not look. */
export const useUndoNewest = () => {
  const { t } = useTranslation('table')
  const answers = useQueryClient()
  const { changes, undo } = useEndpoints()
  const mayLook = useMay(changes)
  const { id: me } = useMe()
  return useMemo(() => {
    if (!mayLook) return undefined
    return async (row: ChangedRow) => {
      try {
        const [newest] = (await call(changes, { query: { ...row, skip: '0', take: '1' } })).items
        // Somebody else's change is theirs to undo.
        if (newest?.by?.id !== me) throw new Error(t('changedByOther'))
        await call(undo, { params: { id: newest.id } })
      } finally {
        await Promise.all([...resources, 'access'].map((one) => answers.invalidateQueries({ queryKey: [one] })))
      }
    }
  }, [t, answers, changes, undo, mayLook, me])
}

// What the reader has just changed of rows is taken back (rule 18).
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/client.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useUndoAction } from '#web/lib/use-undo-action.ts'
import { resources, useEndpoints } from './use-undo.ts'

export type ChangedRow = { readonly identityId: string; readonly tenantId: string }

const shownBy = [...resources, 'access', 'tenantIdentities']

/** Takes back the newest change of a row; throws why not. Nothing for those who may change but not look. */
const useTakingBack = () => {
  const { t } = useTranslation('table')
  const { changes, undo } = useEndpoints()
  const mayLook = useMay(changes)
  const { id: me } = useMe()
  return useMemo(() => {
    if (!mayLook) return undefined
    return async (row: ChangedRow) => {
      const [newest] = (await call(changes, { query: { ...row, skip: '0', take: '1' } })).items
      // Somebody else's change is theirs to undo.
      if (newest?.by?.id !== me) throw new Error(t('changedByOther'))
      await call(undo, { params: { id: newest.id } })
    }
  }, [t, changes, undo, mayLook, me])
}

export const useUndoNewest = () => {
  const answers = useQueryClient()
  const takeBack = useTakingBack()
  return useMemo(
    () =>
      takeBack &&
      (async (row: ChangedRow) => {
        try {
          await takeBack(row)
        } finally {
          await Promise.all(shownBy.map((one) => answers.invalidateQueries({ queryKey: [one] })))
        }
      }),
    [answers, takeBack],
  )
}

/** The same as a notice's action, of several rows one after the other. */
export const useUndoRows = () => {
  const takeBack = useTakingBack()
  const offer = useUndoAction(shownBy)
  return useMemo(
    () => takeBack && ((rows: readonly ChangedRow[]) => offer(() => rows.map((row) => () => takeBack(row)))),
    [takeBack, offer],
  )
}

// What was taken from somebody at all of their tenants at once is offered back: tenants that only the log knows.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accessHistory } from '#contract/access-history.ts'
import { call } from '#web/lib/client.ts'
import type { Notice } from '#web/lib/notices.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useUndoAction } from '#web/lib/use-undo-action.ts'
import { resources } from './use-undo.ts'

/** `removed`: how many rows went. */
export type LeftTenants = { readonly identityId: string; readonly removed: number }

/** As many changes as are read at once. */
const mostUndone = 100
const shownBy = [...resources, 'access', 'tenantIdentities']

export const useUndoLeaving = () => {
  const { t } = useTranslation('table')
  const { id: me } = useMe()
  const mayLook = useMay(accessHistory.changes)
  const offer = useUndoAction(shownBy)
  return useMemo(() => {
    if (!mayLook) return undefined
    return ({ identityId, removed }: LeftTenants): Notice['action'] => {
      if (removed === 0 || removed > mostUndone) return undefined
      return offer(async () => {
        const query = { identityId, skip: '0', take: String(removed) }
        const { items } = await call(accessHistory.changes, { query })
        // Whatever came since is not theirs to undo, or not what this undoes.
        if (items.length < removed || items.some(({ by, after }) => by?.id !== me || after !== null))
          throw new Error(t('changedByOther'))
        return items.map(
          ({ id }) =>
            () =>
              call(accessHistory.undo, { params: { id } }),
        )
      })
    }
  }, [t, offer, mayLook, me])
}

// R8.3-06, R8.4-03: deleting an application, and what is said of it.
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { ActionRefused, isProblem, problemTextOr } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import type { Question } from '#web/ui/entity-table/types.ts'

export const useRemoval = () => {
  const { t } = useTranslation('applications')
  const remove = useWrite(applications.remove)
  const { previewOf } = useParts()
  const question = ({ id, displayName }: Pick<Application, 'id' | 'displayName'>): Question => ({
    title: t('removeAsk', { name: displayName }),
    body: t('removeText'),
    ok: t('remove'),
    keep: t('keep'),
    review: previewOf?.({ kind: 'deleteApplication', applicationId: id }),
  })
  /** What went wrong is said where it was asked. */
  const run = async ({ id }: Pick<Application, 'id'>, seen?: string) => {
    await remove.mutateAsync({ params: { id }, seen }).catch((error: unknown) => {
      if (isProblem(error, 412)) throw error
      throw new ActionRefused(problemTextOr(error, t('removeFailed')))
    })
    showNotice({ kind: 'success', title: t('removed') })
  }
  /** Why not, where it may not. */
  const refusal = ({ system, userIsOwner }: Pick<Application, 'system' | 'userIsOwner'>) => {
    if (system) return t('systemStays')
    return userIsOwner ? undefined : t('ownersRemove')
  }
  return { question, run, refusal }
}

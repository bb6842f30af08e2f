// The way back that a notice offers (docs/ux.md, rule 18): one step, or several, each on its own; what came of it is
// said, and what shows it is asked again.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notice, showFailure, showNotice } from './notices.ts'

type UndoStep = () => Promise<unknown>

/** Finds the steps when it is pressed, not before. `resources`: what shows them; the same list each time. */
export const useUndoAction = (resources: readonly string[]) => {
  const { t } = useTranslation('table')
  const answers = useQueryClient()
  return useCallback(
    (find: () => readonly UndoStep[] | Promise<readonly UndoStep[]>): NonNullable<Notice['action']> => {
      const takeBack = async () => {
        let [several, done, failures] = [false, 0, [] as unknown[]]
        try {
          const steps = await find()
          several = steps.length > 1
          for (const step of steps)
            await step().then(
              () => (done += 1),
              (error: unknown) => failures.push(error),
            )
        } catch (error) {
          failures.push(error)
        }
        if (failures.length > 0) showFailure(t(several ? 'notRestored' : 'notUndone'), failures[0])
        else showNotice({ kind: 'success', title: several ? t('restored', { count: done }) : t('undone') })
        await Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
      }
      return { label: t('undo'), run: () => void takeBack() }
    },
    [t, answers, resources],
  )
}

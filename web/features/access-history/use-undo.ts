// Takes a change of access back; what shows it is asked again, whatever came of it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accessHistory } from '#contract/access-history.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'

/** What shows access: read again after an undo. */
export const resources = ['tenants', 'users', 'groups', 'applications']

export const useUndo = (onUndone: (() => void) | undefined) => {
  const undo = useWrite(accessHistory.undo)
  const answers = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const run = async (id: number) => {
    setFailure(undefined)
    try {
      await undo.mutateAsync({ params: { id } })
      onUndone?.()
    } catch (error) {
      setFailure(problemText(error))
    }
    await Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
  }
  return { run, failure, busy: undo.isPending }
}

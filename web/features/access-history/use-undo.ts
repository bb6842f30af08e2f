// Takes a change of access back; what shows it is asked again, whatever came of it.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useState } from 'react'
import { accessHistory } from '#contract/access-history.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'

/** What shows access: read again after an undo. */
export const resources = ['tenants', 'members', 'users', 'groups', 'applications']

/** The administration's, or the one of those who act on their tenants. */
export type Base = 'admin' | 'profile'
export const HistoryBase = createContext<Base>('admin')

const bases = {
  admin: { changes: accessHistory.changes, undo: accessHistory.undo },
  profile: { changes: accessHistory.profileChanges, undo: accessHistory.profileUndo },
} as const
export const useEndpoints = () => bases[useContext(HistoryBase)]

export const useUndo = (onUndone: (() => void) | undefined) => {
  const undo = useWrite(useEndpoints().undo)
  const answers = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [undone, setUndone] = useState(false)
  const run = async (id: number) => {
    setFailure(undefined)
    setUndone(false)
    try {
      await undo.mutateAsync({ params: { id } })
      setUndone(true)
      onUndone?.()
    } catch (error) {
      setFailure(problemText(error))
    }
    await Promise.all(resources.map((resource) => answers.invalidateQueries({ queryKey: [resource] })))
  }
  return { run, failure, undone, busy: undo.isPending }
}

// Hands to the screens of other features what was changed lately, and the ways back; loaded with its texts when it is
// first shown.
import { type ReactNode, useMemo } from 'react'
import { addTexts } from '#web/lib/i18n.ts'
import type { Notice } from '#web/lib/notices.ts'
import { ProvideParts } from '#web/lib/parts.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import type { LastChangesProps } from './last-changes.tsx'
import { type Base, HistoryBase } from './use-undo.ts'
import { type LeftTenants, useUndoLeaving } from './use-undo-leaving.ts'
import { type ChangedRow, useUndoNewest, useUndoRows } from './use-undo-newest.ts'
import { useUndoRemoval } from './use-undo-removal.ts'

type LastMovesProps = { readonly tenantId: string }

declare module '#web/lib/parts.tsx' {
  interface Parts {
    /** Of one member at one tenant. */
    readonly LastChanges: (props: LastChangesProps) => ReactNode
    readonly LastMoves: (props: LastMovesProps) => ReactNode
    /** Brings back what was deleted; offered with the notice that says so. */
    readonly undoRemoval: (ids: readonly string[]) => NonNullable<Notice['action']>
    /** Takes back what the reader has just changed of a row; throws why not. */
    readonly undoNewest: (row: ChangedRow) => Promise<void>
    /** The same of several rows, offered with the notice. */
    readonly undoRows: (rows: readonly ChangedRow[]) => NonNullable<Notice['action']>
    /** What one identity lost at all of its tenants; nothing where it was too much to be undone in one go. */
    readonly undoLeaving: (left: LeftTenants) => Notice['action']
  }
}

const texts = () => Promise.all([addTexts('access-history'), addTexts('table')])

const LastChanges = lazily(async () => (await Promise.all([import('./last-changes.tsx'), texts()]))[0].LastChanges)
const LastMoves = lazily(async () => (await Promise.all([import('./last-moves.tsx'), texts()]))[0].LastMoves)

const Handing = ({ children }: { children: ReactNode }) => {
  const undoRemoval = useUndoRemoval()
  const [undoNewest, undoRows, undoLeaving] = [useUndoNewest(), useUndoRows(), useUndoLeaving()]
  const parts = useMemo(
    () => ({
      LastChanges,
      LastMoves,
      undoRemoval,
      ...(undoNewest && { undoNewest }),
      ...(undoRows && { undoRows }),
      ...(undoLeaving && { undoLeaving }),
    }),
    [undoRemoval, undoNewest, undoRows, undoLeaving],
  )
  return <ProvideParts parts={parts}>{children}</ProvideParts>
}

export const AccessHistoryProvider = ({ base = 'admin', children }: { base?: Base; children: ReactNode }) => (
  <HistoryBase value={base}>
    <Handing>{children}</Handing>
  </HistoryBase>
)

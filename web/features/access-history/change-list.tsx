// The frame of a list of changes: its title, why an undo failed, the lines, since when they are kept.
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { ChangeLine, KeptSince } from './change-line.tsx'
import type { useUndo } from './use-undo.ts'

type LoggedChange = { readonly id: number; readonly at: string; readonly undoable: boolean }
type Page<Change> = { readonly items: readonly Change[]; readonly count: number; readonly keptSince?: string }

type Props<Change> = {
  id: string
  title: string
  className: string
  page: Page<Change>
  undo: ReturnType<typeof useUndo>
  line: (change: Change) => ReactNode
}

export const ChangeList = <Change extends LoggedChange>({ id, title, className, page, undo, line }: Props<Change>) => {
  const { t } = useTranslation('access-history')
  return (
    <section className={className} aria-labelledby={id}>
      <h3 id={id}>
        <History size={16} aria-hidden="true" />
        {title}
      </h3>
      {undo.failure && (
        <Alert>
          <b>{t('notUndone')}</b>
          <p>{undo.failure}</p>
        </Alert>
      )}
      <p role="status" className="sr">
        {undo.undone && t('table:undone')}
      </p>
      <ul>
        {page.items.map((change) => (
          <ChangeLine key={change.id} change={change} undo={undo}>
            {line(change)}
          </ChangeLine>
        ))}
      </ul>
      <KeptSince day={page.keptSince} all={page.items.length === page.count} />
    </section>
  )
}

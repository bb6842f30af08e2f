// The last changes of one row: what, by whom, when; the newest that nothing later depends on can be undone.
import { useTranslation } from 'react-i18next'
import type { MemberChange } from '#contract/access-history.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { KeptSince, whoMark, WithWho } from './change-line.tsx'
import { ChangeList } from './change-list.tsx'
import { useEndpoints, useUndo } from './use-undo.ts'
import './access-history.css'

const newest = 5

/** Whether the row passes down since then; undefined where that stayed as it was. */
const passingOf = ({ before, after }: MemberChange) => {
  if (!after || after.isInheritable === (before?.isInheritable ?? false)) return undefined
  return after.isInheritable
}

const ofRow = ({ before, after }: MemberChange) => {
  if (!after) return 'removedBy'
  return before ? 'changedBy' : 'addedBy'
}

/** What happened, in a few words for each kind of it. */
const useSentences = () => {
  const { t } = useTranslation('access-history')
  return (change: MemberChange) => {
    const { added, removed } = change
    const who = whoMark
    const passing = passingOf(change)
    const parts = [
      { what: added.join(', '), words: t('addedBy', { who }) },
      { what: removed.join(', '), words: t('removedBy', { who }) },
      {
        what: passing === undefined ? '' : t('inheritance'),
        words: t(passing ? 'turnedOnBy' : 'turnedOffBy', { who }),
      },
    ].filter(({ what }) => what !== '')
    return parts.length > 0 ? parts : [{ what: t('row'), words: t(ofRow(change), { who }) }]
  }
}

export type LastChangesProps = {
  identityId: string
  tenantId: string
  onUndone?: () => void
  most?: number
  none?: string
}

const Listed = ({ identityId, tenantId, onUndone, most = newest, none }: LastChangesProps) => {
  const { t } = useTranslation('access-history')
  const sentences = useSentences()
  const undo = useUndo(onUndone)
  const { data } = useRead(
    useEndpoints().changes,
    { query: { identityId, tenantId, skip: '0', take: String(most) } },
    { previous: true },
  )
  if (!data) return null
  if (data.items.length === 0)
    return none ? (
      <div className="last-none" role="status">
        <p>{none}</p>
        <KeptSince day={data.keptSince} all />
      </div>
    ) : null
  return (
    <ChangeList
      id="last-changes"
      title={t('lastChanges')}
      className="last"
      page={data}
      undo={undo}
      line={(change) =>
        sentences(change).map(({ what, words }) => (
          <span key={words} className="last-what">
            <b>{what}</b> <WithWho words={words} by={change.by} />
          </span>
        ))
      }
    />
  )
}

/** For those who may read the audit log of access. */
export const LastChanges = (props: LastChangesProps) => (useMay(useEndpoints().changes) ? <Listed {...props} /> : null)

// One line of the audit log: what, by whom, when, and the way back where there is one.
import { users } from '#contract/users.ts'
import { Undo2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsOf } from '#web/lib/as-of.ts'
import { under } from '#web/lib/base.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { Button } from '#web/ui/button.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { tip } from '#web/ui/tip.tsx'

type Author = { readonly id: string; readonly name: string } | null

/** Where the name stands in the translated words. */
export const whoMark = '\u0001'

const Who = ({ by }: { by: Author }) => {
  const { t } = useTranslation('access-history')
  const identity = useIdentity()
  const mayOpen = useMay(users.get)
  if (!by) return t('theSystem')
  if (by.id === identity?.id) return t('you')
  return mayOpen ? <AppLink href={under(`admin/users/${by.id}`)}>{by.name}</AppLink> : by.name
}

/** The translated words, with the person as a link. */
export const WithWho = ({ words, by }: { words: string; by: Author }) =>
  words.split(whoMark).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <Who by={by} />}
      {part}
    </Fragment>
  ))

type Undoing = { readonly run: (id: number) => Promise<void>; readonly busy: boolean }

export const ChangeLine = ({
  change: { id, at, undoable },
  undo,
  children,
}: {
  change: { readonly id: number; readonly at: string; readonly undoable: boolean }
  undo: Undoing
  children: ReactNode
}) => {
  const { t } = useTranslation('access-history')
  // What is undone is undone today.
  const past = useAsOf() !== undefined
  return (
    <li>
      <span>{children}</span>
      <time dateTime={at} {...tip(formatMoment(at))}>
        {relativeTime(at)}
      </time>
      {undoable && !past && (
        <Button className="b sm tx" off={undo.busy} onClick={() => void undo.run(id)}>
          <Undo2 size={14} aria-hidden="true" />
          {t('table:undo')}
        </Button>
      )}
    </li>
  )
}

/** At the end of what the log has, where there was more before it. */
export const KeptSince = ({ day, all }: { day: string | undefined; all: boolean }) => {
  const { t } = useTranslation('access-history')
  return day && all ? <p className="mut">{t('keptSince', { day: formatDate(day) })}</p> : null
}

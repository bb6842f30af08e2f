// What a setting would have changed in the last month, while it is written and before it is saved.
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Rehearsal, type RehearsalNote, type RehearsedSignIn } from '#contract/rehearsal.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { WithDates } from '#web/ui/with-dates.tsx'
import { useRehearsal } from './use-rehearsal.ts'
import './rehearsal.css'

type Subject = 'signIns' | 'sessions'

/** The attempts or sessions of that person on that day. */
const logOf = ({ at, userId, userName }: RehearsedSignIn, of: Subject) => {
  const moment = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  const search = new URLSearchParams({
    tab: of === 'sessions' ? 'sessions' : 'authentication',
    'f.date': `${day}..${day}`,
  })
  search.set(userId ? 'f.user' : 'q', userId ?? userName)
  return under(`admin/logs?${search}`)
}

const Example = ({ example, of }: { example: RehearsedSignIn; of: Subject }) => {
  const { t } = useTranslation('security-config')
  return (
    <tr>
      <td>
        <AppLink href={logOf(example, of)}>{example.userName}</AppLink>
      </td>
      <td>{formatMoment(example.at)}</td>
      <td>
        {t(`outcome-${example.was}`)} → <b>{t(`outcome-${example.would}`)}</b>
      </td>
    </tr>
  )
}

const Note = ({ note: { code, count } }: { note: RehearsalNote }) => {
  const { t } = useTranslation('security-config')
  return count === 0 ? null : <li>{t(`note-${code}`, { count: count ?? 0 })}</li>
}

const Result = ({ result, of }: { result: Rehearsal; of: Subject }) => {
  const { t } = useTranslation('security-config')
  const { looked, otherwise, people, changes, examples, notes, complete, since } = result
  const numbers = { count: otherwise, looked }
  return (
    <>
      <p className="rehearsal-sum">
        {otherwise === 0 ? t(`rehearsedNone-${of}`, numbers) : t(`rehearsed-${of}`, numbers)}{' '}
        {otherwise > 0 && t('rehearsedPeople', { count: people })}
      </p>
      {!complete && (
        <p className="mut">
          <WithDates text={t('rehearsedSince', { date: formatMoment(since) })} />
        </p>
      )}
      {changes.length > 0 && (
        <ul className="rehearsal-changes">
          {changes.map(({ was, would, count }) => (
            <li key={`${was} ${would}`}>
              {t('rehearsedChange', { number: count, was: t(`outcome-${was}`), would: t(`outcome-${would}`) })}
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <div className="rehearsal-table">
          <table>
            <caption>{t('examples')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('examplePerson')}</th>
                <th scope="col">{t('exampleWhen')}</th>
                <th scope="col">{t('exampleChange')}</th>
              </tr>
            </thead>
            <tbody>
              {examples.map((example) => (
                <Example key={`${example.at} ${example.userName} ${example.was}`} example={example} of={of} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ul className="rehearsal-notes mut">
        {notes.map((note) => (
          <Note key={note.code} note={note} />
        ))}
      </ul>
    </>
  )
}

export const RehearsalPanel = ({ title, body }: { title: string; body: string }) => {
  const { t } = useTranslation('security-config')
  const { result, busy, failed } = useRehearsal({ title, body })
  if (!result && !busy && !failed) return null
  return (
    <section className="rehearsal" aria-labelledby="rehearsal" aria-busy={busy}>
      <h2 id="rehearsal">
        <History size={17} aria-hidden="true" />
        {t('rehearsal')}
      </h2>
      <div role="status">
        {busy && !result && <p className="mut">{t('rehearsing')}</p>}
        {failed && <p>{t('rehearsalFailed')}</p>}
        {result && <Result result={result} of={title === 'sessions' ? 'sessions' : 'signIns'} />}
      </div>
    </section>
  )
}

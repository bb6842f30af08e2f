// How an application and a person look in a list.
import { CircleCheck, CircleSlash, EyeOff, FlaskConical, Lock, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/applications.ts'
import { globalTenant } from '#contract/tenants.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { AppMark } from './app-mark.tsx'

export const applicationPath = (id: number) => under(`admin/applications/${id}`)

export const NameCell = ({ application }: { application: Application }) => (
  <span className="cell-two">
    <AppMark application={application} size={34} />
    <span>
      <b>
        <AppLink className={application.enabled ? '' : 'gone'} href={applicationPath(application.id)}>
          {application.displayName}
        </AppLink>
      </b>
      <small>{application.name}</small>
    </span>
  </span>
)

export const EnabledMark = ({ enabled }: { enabled: boolean }) => {
  const { t } = useTranslation('applications')
  return enabled ? (
    <span className="ap-pill ok">
      <CircleCheck size={14} aria-hidden="true" />
      {t('enabled')}
    </span>
  ) : (
    <span className="ap-pill bad">
      <CircleSlash size={14} aria-hidden="true" />
      {t('disabled')}
    </span>
  )
}

/** What makes an application other than the rest. */
export const VisibilityMarks = ({
  application: { hideInUserList, prerelease, system },
}: {
  application: Application
}) => {
  const { t } = useTranslation('applications')
  return (
    <>
      {system && (
        <span className="ap-pill">
          <ShieldCheck size={14} aria-hidden="true" />
          {t('system')}
        </span>
      )}
      {hideInUserList && (
        <span className="ap-pill">
          <EyeOff size={14} aria-hidden="true" />
          {t('hidden')}
        </span>
      )}
      {prerelease && (
        <span className="ap-pill warn">
          <FlaskConical size={14} aria-hidden="true" />
          {t('prerelease')}
        </span>
      )}
    </>
  )
}

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} data-tip={formatMoment(at)}>
    {relativeTime(at)}
  </time>
)

type Person = { userName: string; email: string; firstName: string; lastName: string; locked: boolean; draft: boolean }

export const nameOf = ({ firstName, lastName, userName }: Pick<Person, 'firstName' | 'lastName' | 'userName'>) =>
  `${firstName} ${lastName}`.trim() || userName

export const OffMark = ({ person: { locked, draft } }: { person: Pick<Person, 'locked' | 'draft'> }) => {
  const { t } = useTranslation('applications')
  if (!locked && !draft) return null
  return (
    <span className="ap-pill bad">
      <Lock size={13} aria-hidden="true" />
      {t(locked ? 'locked' : 'draft')}
    </span>
  )
}

/** Locked and draft names are struck through, and said to be so (rule 14). */
export const PersonCell = ({ person, href }: { person: Person; href: string }) => (
  <span className="cell-two">
    <Avatar email={person.email} name={nameOf(person)} size={34} soft />
    <span>
      <span className="ap-line">
        <b>
          <AppLink className={person.locked || person.draft ? 'gone' : ''} href={href}>
            {nameOf(person)}
          </AppLink>
        </b>
        <OffMark person={person} />
      </span>
      <small>{person.userName}</small>
    </span>
  </span>
)

/** What was given at Global holds everywhere. */
export const usePlace = () => {
  const { t } = useTranslation('applications')
  return ({ id, title }: { id: string; title: string }) => ({
    id,
    title: id === globalTenant ? t('everywhere') : title,
  })
}

export const Tags = ({ words, most = 3 }: { words: readonly string[]; most?: number }) => (
  <span className="ap-tags" data-tip={words.join(', ')}>
    {words.slice(0, most).map((word) => (
      <span key={word} className="tag">
        {word}
      </span>
    ))}
    {words.length > most && <span className="tag">+{words.length - most}</span>}
  </span>
)

// What several logs show alike: who, when, which application, and the facts of an entry.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { users } from '#contract/users.ts'
import { under } from '#web/lib/base.ts'
import { formatMoment } from '#web/lib/format.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useMay } from '#web/lib/use-access.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

type Person = { readonly userName: string; readonly userId: string | null; readonly displayName: string | null }

export const nameOf = ({ displayName, userName }: Person) => displayName ?? userName

export const Who = ({ person, size = 26 }: { person: Person; size?: number }) => {
  const name = nameOf(person)
  return (
    <span className="lg-who">
      <Avatar email="" name={name} size={size} soft />
      <span data-tip={person.userName}>{name}</span>
    </span>
  )
}

/** With the way to their page, for those who may open it. */
export const WhoLink = ({ person }: { person: Person }) => {
  const may = useMay(users.get)
  if (!person.userId || person.displayName === null || !may) return <Who person={person} size={22} />
  return (
    <AppLink className="lg-who" href={under(`admin/users/${person.userId}`)}>
      <Avatar email="" name={nameOf(person)} size={22} soft />
      {nameOf(person)}
    </AppLink>
  )
}

export const When = ({ at }: { at: string }) => (
  <time dateTime={at} data-tip={relativeTime(at)}>
    {formatMoment(at)}
  </time>
)

/** Of an entry that is open. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {formatMoment(at)}, {relativeTime(at)}
  </time>
)

type Fact = { readonly label: string; readonly value: ReactNode; readonly mono?: true }

/** What there is nothing of is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="lg-facts">
    {facts
      .filter(({ value }) => value !== null && value !== undefined && value !== '')
      .map(({ label, value, mono }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={mono ? 'mono' : ''}>{value}</dd>
        </div>
      ))}
  </dl>
)

/** For a page of the list that does not show it any more. */
export const Gone = () => {
  const { t } = useTranslation('logs')
  return (
    <p className="lg-gone" role="status">
      {t('notShown')}
    </p>
  )
}

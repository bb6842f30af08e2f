// Somebody, by whom it was done; in the system log also whom it was about.
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UserItem, users } from '#contract/users.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { Wire } from '#web/ui/entity-table/types.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { type Chosen, ChoiceFilter } from './choice-filter.tsx'

const fullName = ({ firstName, lastName, userName }: Pick<UserItem, 'firstName' | 'lastName' | 'userName'>) =>
  `${firstName} ${lastName}`.trim() || userName

/** The value is the user's id, with `.about` where it is about them. */
const about = '.about'
const personIn = (value: string) => ({ id: value.replace(about, ''), isAbout: value.endsWith(about) })

export const personWire = (value: string): Wire => {
  const { id, isAbout } = personIn(value)
  return isAbout ? { metadataUserId: id } : { userId: id }
}

/** Before somebody is chosen, and after. */
const useWay = ({ value, set }: Chosen) => {
  const { id, isAbout } = personIn(value)
  const [next, setNext] = useState(isAbout)
  const way = id ? isAbout : next
  return {
    id,
    isAbout: way,
    turn: (toAbout: boolean) => {
      setNext(toAbout)
      if (id) set(toAbout ? id + about : id)
    },
    choose: (chosen: string) => set(way ? chosen + about : chosen),
  }
}

export const UserFilter = ({ orAbout = false, ...filter }: Chosen & { orAbout?: boolean }) => {
  const { t } = useTranslation('logs')
  const { id, isAbout, turn, choose } = useWay(filter)
  const found = useRead(users.get, { params: { id } }, { when: id !== '' }).data
  const name = found ? fullName(found) : '…'
  const picker: PickerDef<UserItem> = {
    list: users.list,
    orderBy: 'email',
    pause: 600,
    optional: true,
    itemKey: ({ id }) => id,
    show: (user) => (
      <>
        <Avatar email={user.email} name={fullName(user)} size={28} soft />
        <span>
          <b>{fullName(user)}</b>
          <small>{user.userName}</small>
        </span>
      </>
    ),
    texts: {
      label: t('user'),
      hint: t('userHint'),
      placeholder: t('userPlaceholder'),
      another: t('anotherUser'),
      searching: t('searching'),
      nothing: t('nobodyFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('more', { count }),
    },
  }
  return (
    <ChoiceFilter
      label={t('user')}
      icon={<UserRound size={15} aria-hidden="true" />}
      chosen={id ? (isAbout ? t('aboutSomebody', { name }) : name) : undefined}
      onClear={() => filter.set('')}
      panel={(close) => (
        <>
          {orAbout && (
            <Segments
              label={t('wayOfUser')}
              segments={[
                { value: 'by', label: t('doneBy') },
                { value: 'about', label: t('doneTo') },
              ]}
              chosen={isAbout ? 'about' : 'by'}
              onChoose={(way) => turn(way === 'about')}
            />
          )}
          <SearchPicker
            picker={picker}
            chosen={undefined}
            error={undefined}
            onChoose={(user) => {
              close()
              if (user) choose(user.id)
            }}
          />
        </>
      )}
    />
  )
}

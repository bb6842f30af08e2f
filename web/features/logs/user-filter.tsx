// Somebody, by whom it was done.
import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type UserItem, users } from '#contract/users.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { type Chosen, ChoiceFilter } from './choice-filter.tsx'

const fullName = ({ firstName, lastName, userName }: Pick<UserItem, 'firstName' | 'lastName' | 'userName'>) =>
  `${firstName} ${lastName}`.trim() || userName

export const UserFilter = ({ value, set }: Chosen) => {
  const { t } = useTranslation('logs')
  const found = useRead(users.get, { params: { id: value } }, { when: value !== '' }).data
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
      chosen={value ? (found ? fullName(found) : '…') : undefined}
      onClear={() => set('')}
      panel={(close) => (
        <SearchPicker
          picker={picker}
          chosen={undefined}
          error={undefined}
          onChoose={(user) => {
            close()
            if (user) set(user.id)
          }}
        />
      )}
    />
  )
}

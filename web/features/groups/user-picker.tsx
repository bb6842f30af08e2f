// Finds a user by name or address (R9-10: 1000 ms; R9-13).
import { useTranslation } from 'react-i18next'
import { type UserItem, users } from '#contract/users.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { UserOption } from '#web/ui/user-option.tsx'

type Props = { chosen: UserItem | undefined; error: string | undefined; onChoose: (user: UserItem | undefined) => void }

export const UserPicker = (props: Props) => {
  const { t } = useTranslation('groups')
  const picker: PickerDef<UserItem> = {
    list: users.list,
    orderBy: 'email',
    pause: 1000,
    itemKey: ({ id }) => id,
    show: (user) => (
      <UserOption
        user={user}
        mark={(user.locked || user.draft) && <span className="tag">{t(user.locked ? 'locked' : 'draft')}</span>}
      />
    ),
    texts: {
      label: t('user'),
      hint: t('userHint'),
      placeholder: t('userPlaceholder'),
      another: t('chooseAnother'),
      searching: t('searching'),
      nothing: t('nobodyFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker picker={picker} {...props} />
}

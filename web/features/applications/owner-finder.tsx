// Finds who shall own an application, too: by name or e-mail (R9-10: 1000 ms; R9-13: 25).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationOwner } from '#contract/applications.ts'
import { type UserItem, users } from '#contract/users.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { userNamed, UserOption } from '#web/ui/user-option.tsx'

export type Adding = { owners: readonly ApplicationOwner[]; onAdd: (owner: ApplicationOwner) => void }

const usePicker = (owners: Adding['owners']): PickerDef<UserItem> => {
  const { t } = useTranslation('applications')
  const owns = (user: UserItem) => owners.some(({ id }) => id === user.id)
  return {
    list: users.list,
    orderBy: 'email',
    // A draft signs in nowhere.
    query: { draft: 'false' },
    pause: 1000,
    optional: true,
    itemKey: ({ id }) => id,
    show: (user) => <UserOption user={user} mark={owns(user) && <span className="tag">{t('owner')}</span>} />,
    texts: {
      label: t('addOwner'),
      hint: t('addOwnerHint'),
      placeholder: t('ownerPlaceholder'),
      another: t('addOwner'),
      searching: t('searchingPeople'),
      nothing: t('nobodyFound'),
      found: (count) => t('foundPeople', { count }),
      more: (count) => t('morePeople', { count }),
    },
  }
}

/** Whoever is chosen joins the list above, and the field is empty for the next one. */
export const OwnerFinder = ({ owners, onAdd }: Adding) => {
  const picker = usePicker(owners)
  const [added, count] = useState(0)
  const choose = (user: UserItem | undefined) => {
    if (!user) return
    if (!owners.some(({ id }) => id === user.id))
      onAdd({ id: user.id, userName: user.userName, displayName: userNamed(user) })
    count(added + 1)
  }
  return (
    <div className="ap-finder">
      <SearchPicker
        key={added}
        picker={picker}
        chosen={undefined}
        error={undefined}
        focused={added > 0}
        onChoose={choose}
      />
    </div>
  )
}

// Finds a group that people keep by its name (R9-10: 1000 ms; R9-11: a thousand of them).
import { useTranslation } from 'react-i18next'
import { type Group } from '#contract/group-entry.ts'
import { groups } from '#contract/groups.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

type Props = {
  chosen: Group | undefined
  error: string | undefined
  onChoose: (group: Group | undefined) => void
}

export const GroupPicker = (props: Props) => {
  const { t } = useTranslation('users')
  const picker: PickerDef<Group> = {
    list: groups.list,
    orderBy: 'name',
    query: { filter: 'automated eq false' },
    pause: 1000,
    most: 1000,
    opened: true,
    itemKey: ({ id }) => id,
    show: ({ name, areaName }) => (
      <span>
        <b>{name}</b>
        <small>{areaName}</small>
      </span>
    ),
    texts: {
      label: t('group'),
      hint: t('groupHint'),
      placeholder: t('groupPlaceholder'),
      another: t('anotherGroup'),
      searching: t('table:searching'),
      nothing: t('noGroupFound'),
      found: (count) => t('groupsFound', { count }),
      more: (count) => t('moreGroupsFound', { count }),
    },
  }
  return <SearchPicker picker={picker} {...props} />
}

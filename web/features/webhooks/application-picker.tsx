// The application that a webhook belongs to, where it belongs to one.
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

export type ChosenApplication = { readonly id: number; readonly displayName: string; readonly name?: string }

const Shown = ({ application: { id, displayName, name } }: { application: ChosenApplication }) => (
  <>
    <AppIcon app={{ id, title: displayName }} size={28} />
    <span>
      <b>{displayName}</b>
      {name && <small>{name}</small>}
    </span>
  </>
)

type Props = {
  chosen: ChosenApplication | undefined
  error: string | undefined
  onChoose: (application: ChosenApplication | undefined) => void
}

export const ApplicationPicker = (props: Props) => {
  const { t } = useTranslation('webhooks')
  const picker: PickerDef<ChosenApplication> = {
    list: applications.list,
    orderBy: 'displayName',
    query: { filter: 'enabled eq true' },
    pause: 600,
    opened: true,
    optional: true,
    itemKey: ({ id }) => String(id),
    show: (application) => <Shown application={application} />,
    texts: {
      label: t('application'),
      hint: t('applicationHint'),
      placeholder: t('applicationPlaceholder'),
      another: t('anotherApplication'),
      searching: t('searching'),
      nothing: t('noApplication'),
      found: (count) => t('found', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker picker={picker} focused={false} {...props} />
}

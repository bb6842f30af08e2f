// The application that a token opens: one that is enabled.
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

const Shown = ({ application: { id, displayName, name } }: { application: Application }) => (
  <>
    <AppIcon app={{ id, title: displayName }} size={28} />
    <span>
      <b>{displayName}</b>
      <small>{name}</small>
    </span>
  </>
)

type Props = {
  chosen: Application | undefined
  error: string | undefined
  onChoose: (application: Application | undefined) => void
}

export const ApplicationPicker = (props: Props) => {
  const { t } = useTranslation('access-tokens')
  const picker: PickerDef<Application> = {
    list: applications.list,
    orderBy: 'displayName',
    query: { filter: 'enabled eq true' },
    pause: 600,
    opened: true,
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

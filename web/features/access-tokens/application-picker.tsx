// The application that a token opens: one that is enabled.
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { ApplicationPicker as Picker } from '#web/ui/application-picker.tsx'

type Props = {
  chosen: Application | undefined
  error: string | undefined
  onChoose: (application: Application | undefined) => void
}

export const ApplicationPicker = (props: Props) => {
  const { t } = useTranslation('access-tokens')
  const texts = {
    label: t('application'),
    hint: t('applicationHint'),
    placeholder: t('applicationPlaceholder'),
    another: t('anotherApplication'),
    searching: t('searching'),
    nothing: t('noApplication'),
    found: (count: number) => t('found', { count }),
    more: (count: number) => t('moreFound', { count }),
  }
  return <Picker list={applications.list} texts={texts} {...props} />
}

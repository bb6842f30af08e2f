// The application that a webhook belongs to, where it belongs to one.
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import { ApplicationPicker as Picker, type PickedApplication } from '#web/ui/application-picker.tsx'

export type ChosenApplication = PickedApplication

type Props = {
  chosen: ChosenApplication | undefined
  error: string | undefined
  onChoose: (application: ChosenApplication | undefined) => void
}

export const ApplicationPicker = (props: Props) => {
  const { t } = useTranslation('webhooks')
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
  return <Picker list={applications.list} texts={texts} optional {...props} />
}

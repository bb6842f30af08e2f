// Finds an application that is enabled by its name, one of several fields of a form.
import { AppIcon } from './app-icon.tsx'
import { SearchPicker } from './search-picker.tsx'
import type { PickerDef, PickerTexts } from './use-finding.ts'

export type PickedApplication = { readonly id: number; readonly displayName: string; readonly name?: string }

type Words = (
  key:
    | 'application'
    | 'applicationHint'
    | 'applicationPlaceholder'
    | 'anotherApplication'
    | 'searching'
    | 'noApplication'
    | 'found'
    | 'moreFound',
  values?: { count: number },
) => string

/** What it says, in the words of the feature that asks. */
export const applicationPickerTexts = (t: Words): PickerTexts => ({
  label: t('application'),
  hint: t('applicationHint'),
  placeholder: t('applicationPlaceholder'),
  another: t('anotherApplication'),
  searching: t('searching'),
  nothing: t('noApplication'),
  found: (count) => t('found', { count }),
  more: (count) => t('moreFound', { count }),
})

type Props<Application> = {
  list: PickerDef<Application>['list']
  texts: PickerTexts
  optional?: boolean
  chosen: Application | undefined
  error: string | undefined
  onChoose: (application: Application | undefined) => void
}

const Option = ({ application: { id, displayName, name } }: { application: PickedApplication }) => (
  <>
    <AppIcon app={{ id, title: displayName }} size={28} />
    <span>
      <b>{displayName}</b>
      {name && <small>{name}</small>}
    </span>
  </>
)

export const ApplicationPicker = <Application extends PickedApplication>({
  list,
  texts,
  optional = false,
  ...choice
}: Props<Application>) => {
  const picker: PickerDef<Application> = {
    list,
    orderBy: 'displayName',
    query: { filter: 'enabled eq true' },
    pause: 600,
    opened: true,
    optional,
    itemKey: ({ id }) => String(id),
    show: (application) => <Option application={application} />,
    texts,
  }
  return <SearchPicker picker={picker} focused={false} {...choice} />
}

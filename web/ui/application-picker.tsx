// Finds an application that is enabled by its name, one of several fields of a form.
import { AppIcon } from './app-icon.tsx'
import { SearchPicker } from './search-picker.tsx'
import type { PickerDef } from './use-finding.ts'

export type PickedApplication = { readonly id: number; readonly displayName: string; readonly name?: string }

type Props<Application> = {
  list: PickerDef<Application>['list']
  texts: PickerDef<Application>['texts']
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

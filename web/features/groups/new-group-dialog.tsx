// R2.5-38, R5.3-03: a new group; what the server does not take stands under its field.
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { GroupFields } from './group-fields.tsx'
import { nothingTyped, useGroupForm } from './group-form.ts'

export const NewGroupDialog = ({ onClose, onMade }: { onClose: () => void; onMade: (group: Group) => void }) => {
  const { t } = useTranslation('groups')
  const form = useGroupForm(nothingTyped)
  const create = useWrite(groups.create)
  const submit = form.submit(async (input) => onMade(await create.mutateAsync({ input })))
  return (
    <FormDialog
      title={t('newGroup')}
      width={560}
      form={form}
      className="group-dialog"
      busy={create.isPending}
      verb={t('create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupFields form={form} focus />
      <p className="mut">{t('membersLater')}</p>
    </FormDialog>
  )
}

// R2.5-38, R5.3-03: a new group; what the server does not take stands under its field.
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { GroupFields } from './group-fields.tsx'
import { nothingTyped, useGroupForm } from './group-form.ts'

export const NewGroupDialog = ({ onClose, onMade }: { onClose: () => void; onMade: (group: Group) => void }) => {
  const { t } = useTranslation('groups')
  const form = useGroupForm(nothingTyped)
  const create = useWrite(groups.create)
  const submit = form.submit(async (input) => onMade(await create.mutateAsync({ input })))
  return (
    <WideDialog
      title={t('newGroup')}
      width={560}
      dirty={form.changed.length > 0}
      busy={create.isPending}
      onClose={onClose}
    >
      <form className="group-dialog" noValidate onSubmit={(event) => void submit(event)}>
        {form.failure && (
          <div className="alert" role="alert">
            <div>{form.failure}</div>
          </div>
        )}
        <GroupFields form={form} />
        <p className="mut">{t('membersLater')}</p>
        <div className="dlg-actions">
          <CloseButton>{t('shell:cancel')}</CloseButton>
          <button type="submit" className="b pri" disabled={create.isPending} aria-busy={create.isPending}>
            {t('create')}
          </button>
        </div>
      </form>
    </WideDialog>
  )
}

// R5.5-04: a new tenant; where it stands, its CIF and its VIES number may stay open.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { ParentPicker, type ParentChoice } from './parent-picker.tsx'
import { TenantFields } from './tenant-fields.tsx'
import { nothingTyped, sentOf, useTenantForm } from './tenant-form.ts'

type Props = { under?: ParentChoice; onClose: () => void; onMade: (tenant: Tenant) => void }

export const NewTenantDialog = ({ under, onClose, onMade }: Props) => {
  const { t } = useTranslation('tenants')
  const form = useTenantForm({ ...nothingTyped, parentId: under })
  const [choosing, choose] = useState(false)
  const create = useWrite(tenants.create)
  const { parentId: parent } = form.values
  const submit = form.send(async (values) =>
    onMade(await create.mutateAsync({ input: { ...sentOf(values), parentId: parent?.id ?? null } })),
  )
  return (
    <WideDialog
      title={t('newTenant')}
      width={600}
      dirty={form.changed.length > 0}
      busy={create.isPending}
      onClose={onClose}
    >
      <form className="tenant-dialog" noValidate onSubmit={(event) => void submit(event)}>
        {form.failure && (
          <div className="alert" role="alert">
            <div>{form.failure}</div>
          </div>
        )}
        <div className="fields">
          <TenantFields form={form} focus />
        </div>
        {parent || choosing ? (
          <ParentPicker
            optional
            label={t('parent')}
            hint={t('parentHint')}
            chosen={parent}
            error={form.errorOf('parentId')}
            onChoose={(place) => {
              choose(true)
              form.set('parentId', place)
            }}
          />
        ) : (
          <p className="tenant-top">
            <span>{t('becomesRoot')}</span>
            <button type="button" className="b sm" onClick={() => choose(true)}>
              {t('chooseParent')}
            </button>
          </p>
        )}
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

// R5.5-04: a new tenant; where it stands, its CIF and its VIES number may stay open.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
    <FormDialog
      title={t('newTenant')}
      width={600}
      form={form}
      className="tenant-dialog"
      busy={create.isPending}
      verb={t('create')}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

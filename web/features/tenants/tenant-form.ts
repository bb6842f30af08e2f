// A tenant as it is typed: what is missing, and what goes to the server (R5.5-04, R5.5-05).
import { useTranslation } from 'react-i18next'
import type { Tenant } from '#contract/tenant-entry.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import type { ParentChoice } from './parent-picker.tsx'

type TenantInput = {
  title: string
  areaId: string
  taxNumber: string
  viesNumber: string
  groupAlias: string
  parentId: ParentChoice | undefined
}

export const nothingTyped: TenantInput = {
  title: '',
  areaId: '',
  taxNumber: '',
  viesNumber: '',
  groupAlias: '',
  parentId: undefined,
}
const typedOf = ({ title, areaId, taxNumber, viesNumber, groupAlias }: Tenant): TenantInput => ({
  title,
  areaId: areaId ?? '',
  taxNumber: taxNumber ?? '',
  viesNumber: viesNumber ?? '',
  groupAlias: groupAlias ?? '',
  parentId: undefined,
})

const useFieldErrorsOf = () => {
  const { t } = useTranslation('tenants')
  return ({ title, areaId }: TenantInput) => ({
    title: title.trim() ? undefined : t('titleRequired'),
    areaId: areaId ? undefined : t('areaRequired'),
  })
}

export const useTenantForm = (stored: TenantInput) => useForm(stored, useFieldErrorsOf())
export type TenantForm = ReturnType<typeof useTenantForm>

/** One that is stored, changed; nobody else's change is undone unseen. */
export const useStoredTenantForm = (stored: Tenant, busy: boolean) =>
  useStoredForm({ stored, typedOf, fieldErrorsOf: useFieldErrorsOf(), busy })
export type StoredTenantForm = ReturnType<typeof useStoredTenantForm>

export const sentOf = ({ title, areaId, taxNumber, viesNumber, groupAlias }: TenantInput) => ({
  title: title.trim(),
  areaId,
  taxNumber: taxNumber.trim() || null,
  viesNumber: viesNumber.trim() || null,
  groupAlias: groupAlias.trim() || null,
})

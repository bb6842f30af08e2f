// Finds a tenant by its title: 25 of them, searched 800 ms after the last letter (R9-10, R9-11). The tenant above all
// others stands in no list: where it may be chosen, it is offered above what is found.
import { useTranslation } from 'react-i18next'
import { SearchPicker } from './search-picker.tsx'
import { TenantMark } from './tenant-mark.tsx'
import type { PickerDef } from './use-finding.ts'

export type PickedTenant = {
  readonly id: string
  readonly title: string
  readonly areaName: string | null
  readonly taxNumber: string | null
}

/** Global. */
type Top = { readonly id: string; readonly offered: boolean }

type Props = {
  list: PickerDef<PickedTenant>['list']
  top: Top
  chosen: PickedTenant | undefined
  error: string | undefined
  onChoose: (tenant: PickedTenant | undefined) => void
}

/** What a picker of tenants says. */
export const useTenantPickerTexts = (): PickerDef<PickedTenant>['texts'] => {
  const { t } = useTranslation('table')
  return {
    label: t('tenant'),
    hint: t('tenantHint'),
    placeholder: t('tenantPlaceholder'),
    another: t('anotherTenant'),
    searching: t('searching'),
    nothing: t('noTenantFound'),
    found: (count) => t('foundTenants', { count }),
    more: (count) => t('moreTenants', { count }),
  }
}

const Option = ({ tenant: { id, title, areaName, taxNumber }, top }: { tenant: PickedTenant; top: Top }) => {
  const { t } = useTranslation('table')
  const isGlobal = id === top.id
  const detail = isGlobal ? t('aboveAllTenants') : [areaName, taxNumber].filter(Boolean).join(' · ')
  return (
    <>
      <TenantMark global={isGlobal} />
      <span>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </span>
    </>
  )
}

export const TenantPicker = ({ list, top, ...choice }: Props) => {
  const { t } = useTranslation('table')
  const everything: PickedTenant = { id: top.id, title: t('globalTenant'), areaName: null, taxNumber: null }
  const picker: PickerDef<PickedTenant> = {
    list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Option tenant={tenant} top={top} />,
    first: (typed) => (top.offered && everything.title.toLowerCase().includes(typed.toLowerCase()) ? [everything] : []),
    texts: useTenantPickerTexts(),
  }
  return <SearchPicker picker={picker} {...choice} />
}

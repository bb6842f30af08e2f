// Tenants to pick one of, with the one above all others first: it stands in no list.
import type { PickerDef } from './use-finding.ts'

export type TenantOption = { readonly id: string; readonly title: string; readonly areaName: string | null }

export const tenantOptions = (
  top: TenantOption,
): Pick<PickerDef<TenantOption>, 'orderBy' | 'itemKey' | 'first' | 'show'> => ({
  orderBy: 'title',
  itemKey: ({ id }) => id,
  first: (typed) => (top.title.toLowerCase().includes(typed.toLowerCase()) ? [top] : []),
  show: ({ title, areaName }) => (
    <span>
      <b>{title}</b>
      {areaName && <small>{areaName}</small>}
    </span>
  ),
})

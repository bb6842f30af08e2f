// Finds a tenant by its title: 25 of them, searched 800 ms after the last letter (R9-10, R9-11). The tenant above all
// others stands in no list: where it may be chosen, it is offered above what is found.
import { SearchPicker } from './search-picker.tsx'
import { TenantMark } from './tenant-mark.tsx'
import type { PickerDef } from './use-finding.ts'

export type PickedTenant = {
  readonly id: string
  readonly title: string
  readonly areaName: string | null
  readonly taxNumber: string | null
}

type Top = { readonly id: string; readonly title: string; readonly detail: string; readonly offered: boolean }

type Props = {
  list: PickerDef<PickedTenant>['list']
  top: Top
  texts: PickerDef<PickedTenant>['texts']
  chosen: PickedTenant | undefined
  error: string | undefined
  onChoose: (tenant: PickedTenant | undefined) => void
}

const Option = ({ tenant: { id, title, areaName, taxNumber }, top }: { tenant: PickedTenant; top: Top }) => {
  const detail = id === top.id ? top.detail : [areaName, taxNumber].filter(Boolean).join(' · ')
  return (
    <>
      <TenantMark global={id === top.id} />
      <span>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </span>
    </>
  )
}

export const TenantPicker = ({ list, top, texts, ...choice }: Props) => {
  const everything: PickedTenant = { id: top.id, title: top.title, areaName: null, taxNumber: null }
  const picker: PickerDef<PickedTenant> = {
    list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Option tenant={tenant} top={top} />,
    first: (typed) => (top.offered && top.title.toLowerCase().includes(typed.toLowerCase()) ? [everything] : []),
    texts,
  }
  return <SearchPicker picker={picker} {...choice} />
}

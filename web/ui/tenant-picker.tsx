// Finds a tenant by its title: 25 of them, searched 800 ms after the last letter (R9-10, R9-11). The tenant above all
// others stands in no list: where it may be chosen, it is offered above what is found.
import { useTranslation } from 'react-i18next'
import { SearchPicker } from './search-picker.tsx'
import { TenantMark } from './tenant-mark.tsx'
import type { PickerDef, PickerTexts } from './use-finding.ts'

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
  /** Where Global cannot be meant, no tenant needs a mark that tells it from Global. */
  top?: Top
  texts?: PickerTexts
  /** Not where it is one of several fields. */
  focused?: boolean
  chosen: PickedTenant | undefined
  error: string | undefined
  onChoose: (tenant: PickedTenant | undefined) => void
}

/** What a picker of tenants says. */
export const useTenantPickerTexts = (): PickerTexts => {
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

const Option = ({
  tenant: { id, title, areaName, taxNumber },
  top,
}: {
  tenant: PickedTenant
  top: Top | undefined
}) => {
  const { t } = useTranslation('table')
  const isGlobal = id === top?.id
  const detail = isGlobal ? t('aboveAllTenants') : [areaName, taxNumber].filter(Boolean).join(' · ')
  return (
    <>
      {top && <TenantMark global={isGlobal} />}
      <span>
        <b>{title}</b>
        {detail && <small>{detail}</small>}
      </span>
    </>
  )
}

export const TenantPicker = ({ list, top, texts, ...choice }: Props) => {
  const { t } = useTranslation('table')
  const usual = useTenantPickerTexts()
  const offered = (typed: string): PickedTenant[] => {
    const title = t('globalTenant')
    if (!top?.offered || !title.toLowerCase().includes(typed.toLowerCase())) return []
    return [{ id: top.id, title, areaName: null, taxNumber: null }]
  }
  const picker: PickerDef<PickedTenant> = {
    list,
    orderBy: 'title',
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <Option tenant={tenant} top={top} />,
    first: offered,
    texts: texts ?? usual,
  }
  return <SearchPicker picker={picker} {...choice} />
}

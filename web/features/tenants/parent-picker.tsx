// Chooses where a tenant stands: 25 by title, searched on the server 800 ms after the last letter (R9-10, R9-11); the
// top of the tree is offered above them.
import { useTranslation } from 'react-i18next'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { PathLine } from '#web/ui/path-line.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { TenantMark } from '#web/ui/tenant-mark.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'

export type ParentChoice = Pick<TenantItem, 'id' | 'title' | 'hierarchyItems'>

const Shown = ({ place: { id, title, hierarchyItems = [] } }: { place: ParentChoice }) => {
  const { t } = useTranslation('tenants')
  const isTop = id === globalTenant
  const above = hierarchyItems.slice(0, -1).map((item) => item.title)
  return (
    <>
      <TenantMark global={isTop} />
      <span>
        <b>{title}</b>
        {isTop ? <small>{t('topHint')}</small> : above.length > 0 && <PathLine titles={above} />}
      </span>
    </>
  )
}

type Props = {
  label: string
  optional?: boolean
  hint: string
  chosen: ParentChoice | undefined
  error?: string | undefined
  onChoose: (place: ParentChoice | undefined) => void
}

export const ParentPicker = ({ label, optional = false, hint, chosen, error, onChoose }: Props) => {
  const { t } = useTranslation('tenants')
  const top: ParentChoice = { id: globalTenant, title: t('global') }
  const picker: PickerDef<ParentChoice> = {
    list: tenants.list,
    orderBy: 'title',
    query: { includeHierarchy: 'true' },
    pause: 800,
    opened: true,
    optional,
    itemKey: ({ id }) => id,
    show: (place) => <Shown place={place} />,
    first: (typed) => (top.title.toLowerCase().includes(typed.toLowerCase()) ? [top] : []),
    texts: {
      label,
      hint,
      placeholder: t('searchPlaceholder'),
      another: t('anotherTenant'),
      searching: t('searching'),
      nothing: t('noTenantFound'),
      found: (count) => t('foundTenants', { count }),
      more: (count) => t('moreTenants', { count }),
    },
  }
  return <SearchPicker picker={picker} chosen={chosen} error={error} onChoose={onChoose} />
}

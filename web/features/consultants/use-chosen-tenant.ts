// The tenant whose people are looked at: the last one, or the first by its title.
import { useState } from 'react'
import { type AccessibleTenant, consultants } from '#contract/consultants.ts'
import { preferences } from '#web/lib/preferences.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { Mode } from './parts.ts'

const remember = (mode: Mode, id: string) =>
  preferences.write({ clientTenants: { ...preferences.read().clientTenants, [mode]: id } })

export const useChosenTenant = (mode: Mode) => {
  const [chosen, setChosen] = useState<AccessibleTenant>()
  const [remembered] = useState(() => preferences.read().clientTenants?.[mode])
  const asked = { as: mode, take: '1', orderBy: 'title' }
  const last = useRead(
    consultants.tenants,
    { query: { ...asked, filter: `id eq ${remembered}` } },
    { when: remembered !== undefined },
  )
  // It may have been deleted since, or taken out of the reader's hands.
  const gone = remembered === undefined || last.isError || last.data?.count === 0
  const first = useRead(consultants.tenants, { query: asked }, { when: gone })
  return {
    tenant: chosen ?? (gone ? first.data?.items[0] : last.data?.items[0]),
    none: gone && first.data?.count === 0,
    loading: gone ? first.isPending : last.isPending,
    failure: gone ? first.error : undefined,
    refreshing: first.isFetching,
    refresh: () => void first.refetch(),
    choose: (tenant: AccessibleTenant) => {
      remember(mode, tenant.id)
      setChosen(tenant)
    },
  }
}

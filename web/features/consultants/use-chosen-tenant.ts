// The tenant whose people are looked at: the last one, or the first by its title.
import { useState } from 'react'
import { type AccessibleTenant, consultants } from '#contract/consultants.ts'
import { ownPreferences } from '#web/lib/own-preferences.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { Mode } from './parts.ts'

const useRemembered = (mode: Mode) => {
  const own = ownPreferences(useMe().id)
  const { clientTenants } = own.read()
  return {
    last: clientTenants?.[mode],
    remember: (id: string) => own.write({ clientTenants: { ...own.read().clientTenants, [mode]: id } }),
  }
}

/** The one of the last visit; `gone` where it was deleted since, or taken out of the reader's hands. */
const useLast = (stored: string | undefined, asked: { as: Mode; take: string; orderBy: string }) => {
  const [remembered] = useState(stored)
  const last = useRead(
    consultants.tenants,
    { query: { ...asked, filter: `id eq ${remembered}` } },
    { when: remembered !== undefined },
  )
  return { tenant: last.data?.items[0], gone: remembered === undefined || last.isError || last.data?.count === 0 }
}

export const useChosenTenant = (mode: Mode) => {
  const asked = { as: mode, take: '1', orderBy: 'title' }
  const [chosen, setChosen] = useState<AccessibleTenant>()
  const own = useRemembered(mode)
  const last = useLast(own.last, asked)
  const first = useRead(consultants.tenants, { query: asked }, { when: last.gone })
  return {
    tenant: chosen ?? last.tenant ?? first.data?.items[0],
    none: last.gone && first.data?.count === 0,
    failure: first.error,
    refreshing: first.isFetching,
    refresh: () => void first.refetch(),
    choose: (tenant: AccessibleTenant) => {
      own.remember(tenant.id)
      setChosen(tenant)
    },
  }
}

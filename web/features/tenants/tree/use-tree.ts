// The tree as the panel shows it: what is open, the way to the tenant that is looked at, what the keys do.
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useTypeahead } from '#web/ui/typeahead.ts'
import { walk } from './tree-keys.ts'
import { type Relocation, rowsOf, type TreeRow } from './tree-rows.ts'
import { focusable, useFocus } from './use-focus.ts'
import { useLevels } from './use-levels.ts'
import { useOpen } from './use-open.ts'

/** From the global tenant to the one that is looked at, itself included. */
const usePath = (id: string | undefined) => {
  const { data } = useRead(
    tenants.get,
    { params: { id: id ?? globalTenant }, query: { includeHierarchy: 'true' } },
    { when: id !== undefined && id !== globalTenant },
  )
  if (id === undefined || id === globalTenant) return [globalTenant]
  return data?.id === id ? [globalTenant, ...(data.hierarchyItems ?? []).map((item) => item.id)] : []
}

const useRows = ({ path, moving }: { path: readonly string[]; moving: Relocation | undefined }) => {
  const { t } = useTranslation('tenants')
  const open = useOpen()
  const { levelOf, retry } = useLevels(open.pages, path)
  const root: TenantBranch = {
    id: globalTenant,
    title: t('global'),
    parentId: null,
    requiredTwoModeAuthentification: false,
    childrenCount: levelOf(globalTenant).count ?? 1,
  }
  return { open, retry, rows: rowsOf({ root, isOpen: (id) => open.pages.has(id), levelOf, path, moving }) }
}

type TreeOptions = {
  /** Of the page beside it. */
  current: string | undefined
  /** A move that is being asked about. */
  moving: Relocation | undefined
  onOpen: (tenant: TenantBranch) => void
  onMove: ((tenant: TenantBranch) => void) | undefined
}

type Acts = {
  onOpen: (tenant: TenantBranch) => void
  more: (parentId: string) => void
  retry: (parentId: string) => void
}

const actOn = (row: TreeRow, { onOpen, more, retry }: Acts) => {
  if (row.kind === 'tenant') onOpen(row.tenant)
  if (row.kind === 'more') more(row.parentId)
  if (row.kind === 'failed') retry(row.parentId)
}

export const useTree = (list: RefObject<HTMLElement | null>, { current, moving, onOpen, onMove }: TreeOptions) => {
  const [sought, seek] = useState<{ id: string; for: string | undefined }>()
  const target = sought && sought.for === current ? sought.id : current
  const path = usePath(target)
  const { open, retry, rows } = useRows({ path, moving })
  const { focused, goTo, stay } = useFocus(list, rows, current)
  const show = (focus: boolean) => {
    const last = path.at(-1)
    if (last === undefined) return
    open.reveal(path)
    goTo(last, { focus, far: true })
  }
  const way = path.join()
  useEffect(() => {
    show(sought !== undefined && target === sought.id)
    // Only when there is another way to show.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [way])
  const act = (row: TreeRow) => actOn(row, { onOpen, more: open.more, retry })
  const lead = useTypeahead()
  const press = (event: KeyboardEvent) => {
    const walked = rows.filter(focusable)
    const at = walked.findIndex(({ key }) => key === focused)
    const row = walked[at]
    if (row && walk(event, { walked, at, row, goTo, toggle: open.toggle, act, onMove, lead })) event.preventDefault()
  }
  return {
    rows,
    focused,
    press,
    act,
    stay,
    toggle: open.toggle,
    reveal: open.reveal,
    close: open.close,
    locate: () => show(true),
    /** Opens the way to any tenant, and puts the focus there. */
    find: (id: string) => (id === target ? show(true) : seek({ id, for: current })),
  }
}

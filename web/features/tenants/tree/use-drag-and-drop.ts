// A tenant that is dragged onto another one.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'
import type { TenantBranch } from '#contract/tenant-tree.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { TreeRow as Row } from './tree-rows.ts'

export type TenantRow = Extract<Row, { kind: 'tenant' }>

const springs = 700

type Props = {
  row: TenantRow
  /** Whether it may be dragged, and something dropped on it. */
  movable: boolean
  onToggle: (id: string) => void
  onDrop: (dragged: TenantBranch, on: TenantBranch) => void
}

const dragged = (data: Record<string | symbol, unknown>) => data['tenant'] as TenantBranch | undefined

const draggableTenant = (element: HTMLElement, tenant: TenantBranch, setDragging: (dragging: boolean) => void) =>
  draggable({
    element,
    canDrag: () => tenant.id !== globalTenant,
    getInitialData: () => ({ tenant }),
    onDragStart: () => setDragging(true),
    onDrop: () => setDragging(false),
  })

/** What is held over a closed tenant for a moment opens it. */
export const useDragAndDrop = (element: RefObject<HTMLElement | null>, { row, movable, onToggle, onDrop }: Props) => {
  const [over, setOver] = useState(false)
  const [dragging, setDragging] = useState(false)
  const { tenant, open } = row
  useEffect(() => {
    if (!element.current || !movable) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const left = () => {
      clearTimeout(timer)
      setOver(false)
    }
    const stop = combine(
      draggableTenant(element.current, tenant, (on) => setDragging(on)),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => dragged(source.data) !== undefined && dragged(source.data)?.id !== tenant.id,
        onDragEnter: () => {
          setOver(true)
          if (open === false) timer = setTimeout(() => onToggle(tenant.id), springs)
        },
        onDragLeave: left,
        onDrop: ({ source }) => {
          left()
          const moved = dragged(source.data)
          if (moved) onDrop(moved, tenant)
        },
      }),
    )
    return () => {
      clearTimeout(timer)
      stop()
    }
  })
  return { over, dragging }
}

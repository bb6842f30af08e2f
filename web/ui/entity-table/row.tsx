// One row in state Unchanged: its cells, its box, its menu.
import { Lock, PenLine, Trash2 } from 'lucide-react'
import { type MouseEvent as Clicked, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { usePermits } from '#web/lib/use-access.ts'
import { RowMenu, type RowMenuItem } from '../row-menu.tsx'
import { Confirm } from '../confirm.tsx'
import { cellOf } from './cell.ts'
import { columnClass } from './column-class.ts'
import { openerOf } from './row-keys.ts'
import type { Column, RowAction } from './types.ts'
import type { Table } from './use-table.ts'
import { WithReason } from '../tip.tsx'

/** What a screen declares, as far as it may be done with this row; `begin` asks first where it must. */
const ownItems = <R,>(actions: readonly RowAction<R>[], row: R, begin: (action: RowAction<R>) => void): RowMenuItem[] =>
  actions.flatMap((action): RowMenuItem[] => {
    const when = action.when?.(row) ?? true
    if (when === false) return []
    return [
      {
        ...action,
        reason: typeof when === 'string' ? when : undefined,
        href: action.href?.(row),
        run: () => begin(action),
      },
    ]
  })

const useOwnItems = <R,>({ list, editing, open }: Table<R>, row: R) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  const { remove } = list
  const edit: RowMenuItem[] = editing.may
    ? [
        {
          id: 'edit',
          label: t('edit'),
          icon: <PenLine size={16} />,
          reason: editing.whyNot(row),
          run: () => editing.begin(row),
        },
      ]
    : []
  const last: RowMenuItem[] =
    remove && permits(remove)
      ? [
          {
            id: 'remove',
            label: remove.label ?? t('delete'),
            icon: <Trash2 size={16} />,
            danger: true,
            divided: true,
            reason: remove.deny?.(row),
            run: () => open({ remove: [row] }),
          },
        ]
      : []
  return { edit, last }
}

const useActions = <R,>(table: Table<R>, row: R) => {
  const { t } = useTranslation('table')
  const permits = usePermits()
  const [asked, ask] = useState<RowAction<R>>()
  const { edit, last } = useOwnItems(table, row)
  const showFailureOf = (action: RowAction<R>) => (error: unknown) => showFailure(action.label, error)
  const takeBack = async (action: RowAction<R>) => {
    await action.undo?.(row)
    table.refresh()
  }
  const run = async (action: RowAction<R>, seen?: string) => {
    await action.run(row, seen)
    table.refresh()
    const undo = action.undo && { label: t('undo'), run: () => void takeBack(action).catch(showFailureOf(action)) }
    const title = action.done?.(row) ?? (undo && action.label)
    if (title) showNotice({ kind: 'success', title, action: undo })
  }
  const begin = (action: RowAction<R>) => (action.confirm ? ask(action) : void run(action).catch(showFailureOf(action)))
  const question = asked?.confirm?.(row)
  const dialog = asked && question && (
    <Confirm
      {...question}
      danger={asked.danger === true}
      onClose={() => ask(undefined)}
      run={(seen) => run(asked, seen)}
    />
  )
  return { items: [...edit, ...ownItems((table.list.actions ?? []).filter(permits), row, begin), ...last], dialog }
}

type Props<R> = { table: Table<R>; columns: readonly Column<R>[]; selects: boolean; acts: boolean; row: R }

/** The box of a row, or the lock of one that belongs elsewhere. */
const SelectCell = <R,>({ table: { list, selection, rows }, row }: { table: Table<R>; row: R }) => {
  const { t } = useTranslation('table')
  const whyNot = selection.whyNot(row)
  const label = list.rowLabel(row)
  const name = whyNot ? t('cannotSelect', { label, reason: whyNot }) : t('select', { label })
  if (list.locked?.(row))
    return (
      <td className="et-select">
        <span className="et-lock" role="img" aria-label={name} data-tip={whyNot}>
          <Lock size={14} aria-hidden="true" />
        </span>
      </td>
    )
  return (
    <td className="et-select">
      <WithReason reason={whyNot}>
        <input
          type="checkbox"
          aria-label={name}
          disabled={whyNot !== undefined}
          checked={selection.has(row)}
          onChange={({ target, nativeEvent }) =>
            selection.pick(row, {
              among: rows.items,
              selected: target.checked,
              range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
            })
          }
        />
      </WithReason>
    </td>
  )
}

/** Wherever nothing else is: as its link would, unless its text is being marked, or a double click edits it. */
const openRow = <R,>({ list, editing }: Table<R>, row: R, { target, currentTarget }: Clicked<HTMLElement>) => {
  if ((target as Element).closest('a,button,input,label,select,dialog') || getSelection()?.toString()) return
  if (list.onOpen) list.onOpen(row)
  else if (!editing.may) openerOf(currentTarget)?.click()
}

const classOf = <R,>({ list, selection, editing }: Table<R>, row: R) =>
  [
    selection.has(row) && 'on',
    list.locked?.(row) && 'locked',
    list.current === list.rowKey(row) && 'cur',
    list.onOpen ? 'opens' : !editing.may && 'follows',
  ]
    .filter(Boolean)
    .join(' ') || undefined

export const Row = <R,>({ table, columns, selects, acts, row }: Props<R>) => {
  const { t } = useTranslation('table')
  const { list, editing } = table
  const { items, dialog } = useActions(table, row)
  const label = list.rowLabel(row)
  return (
    <tr
      className={classOf(table, row)}
      data-state="Unchanged"
      data-key={list.rowKey(row)}
      aria-current={list.current === list.rowKey(row) || undefined}
      onClick={(event) => openRow(table, row, event)}
      onDoubleClick={({ target }) => (target as Element).closest('a,button,input,dialog') ?? editing.begin(row)}
    >
      {selects && <SelectCell table={table} row={row} />}
      {columns.map((column, index) => (
        <td key={column.key} className={columnClass(column)}>
          {list.onOpen && index === 0 ? (
            <button type="button" className="et-open" onClick={() => list.onOpen?.(row)}>
              {cellOf(column, row)}
            </button>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
      {acts && (
        <td className="et-acts">
          {items.length > 0 && <RowMenu label={t('actionsFor', { label })} items={items} />}
          {dialog}
        </td>
      )}
    </tr>
  )
}

// What a screen says of its list; the widget does the rest: search, filters, order, pages, selection, inline edit,
// deletion with progress, upload and export, all of it in the address (docs/ux.md, rules 7 to 20).
//
// const list: ListDef<Area> = { id: 'areas', title: t('title'), list: areas.list, rowKey: (area) => area.id, rowLabel:
// (area) => area.name, defaultSort: 'name asc', columns: [{ key: 'name', title: t('name'), edit: 'text', required:
// true }], add: { label: t('new'), inline: { create: areas.create, draft: { name: '' } } }, change: { endpoint:
// areas.change, params: ({ id }) => ({ id }) }, remove: { endpoint: areas.remove, params: ({ id }) => ({ id }),
// askMany: (count) => t('deleteMany', { count }), deny: (area) => (area.system ? t('isSystem') : undefined) }, empty:
// { title: t('none') }, } return <EntityTable list={list} />
//
// A person's own way with it (rows a page, density, columns) is kept in the browser under `id`; what is filtered stands
// in the address. Entries without the reader's role are absent. The texts are in `web/locales/<language>/table.json`,
// which the route of the administration loads.
import type { ReactNode } from 'react'
import type { FilterDef, Option, Wire } from './filter-def.ts'
import type { Offer } from '#web/lib/use-access.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { Review } from '#web/lib/use-review.tsx'
import type { Notice } from '#web/lib/notices.ts'

export type { FilterDef, Wire }

export type Column<Row> = {
  /** The field on the wire: what is sorted by. */
  readonly key: string
  readonly title: string
  readonly cell?: (row: Row) => ReactNode
  readonly width?: number
  readonly sortable?: false
  /** Of this column alone, in its head: `key eq 'value'`. */
  readonly filter?: readonly Option[]
  readonly edit?: 'text' | 'switch' | readonly Option[]
  readonly required?: true
  /** Why it stays as it is in this row; a row of which all stays is not opened. */
  readonly fixed?: (row: Row) => string | undefined
  readonly hideBelow?: 768 | 1024 | 1280 | 1440 | 1680
  /** Numbers stand under each other. */
  readonly align?: 'end'
}

/** With `review` whom it hits is shown, before the answer can be yes. */
export type Question = {
  readonly title: string
  readonly body?: ReactNode
  readonly ok: string
  readonly keep?: string
  readonly review?: Review | undefined
}

export type RowAction<Row> = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  /** It is for anyone who may call this. */
  readonly may?: AnyEndpoint
  readonly danger?: boolean
  /** After a line. */
  readonly divided?: true
  /** Absent for this row; or there, and a reason why not. */
  readonly when?: (row: Row) => boolean | string
  /** Asked first; the focus is on what changes nothing. */
  readonly confirm?: (row: Row) => Question
  /** `seen`: the stamp of the preview in the question, for the write to send along. */
  readonly run: (row: Row, seen?: string) => unknown
  /** What was done, in a message; with `undo` it can be taken back for 5 s (rule 18). */
  readonly done?: (row: Row) => string
  readonly undo?: (row: Row) => unknown
  /** Where to go: a link instead of an action. */
  readonly href?: (row: Row) => string
}

export type FailedRow = { readonly key: string; readonly reason: string }

export type BulkAction<Row> = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  /** It is for anyone who may call this. */
  readonly may?: AnyEndpoint
  readonly danger?: boolean
  readonly when?: (rows: readonly Row[]) => boolean
  readonly confirm: (rows: readonly Row[]) => Question
  /** The way back of those that were done, offered with the notice. */
  readonly undo?: ((rows: readonly Row[]) => NonNullable<Notice['action']>) | undefined
} & (
  | {
      /** `seen` where it is the only one: a run of several is asked for as a whole. */
      readonly each: (row: Row, seen?: string) => Promise<unknown>
    }
  | {
      /** In one call, which says how far it is; answers what failed. */
      readonly together: (rows: readonly Row[], progress: (done: number) => void) => Promise<readonly FailedRow[]>
    }
)

type Params<Row> = (row: Row) => Readonly<Record<string, unknown>>

export type ListDef<Row> = {
  readonly id: string
  readonly title: string
  readonly description?: string
  /**
   * Inside a page that has its own heading: smaller, and its state is not in the address. `sole`: the one list of that
   * page, with its state in the address and without a head of its own; what is added or uploaded is so in the toolbar.
   */
  readonly embedded?: boolean | 'sole'
  readonly list: AnyEndpoint & { readonly method: 'GET' }
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Wire
  readonly rowKey: (row: Row) => string
  readonly rowLabel: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly defaultSort: `${string} ${'asc' | 'desc'}`
  readonly filters?: readonly FilterDef[]
  readonly search?: false
  readonly add?: { readonly label: string } & (
    | { readonly open: () => void; readonly may?: AnyEndpoint }
    | { readonly inline: { readonly create: AnyEndpoint; readonly draft: Partial<Row> } }
  )
  /** More buttons before the one that adds: in the head, or in the toolbar where there is no head. */
  readonly tools?: ReactNode
  readonly change?: {
    readonly endpoint: AnyEndpoint
    readonly params: Params<Row>
    readonly may?: AnyEndpoint
    readonly deny?: (row: Row) => string | undefined
  }
  readonly actions?: readonly RowAction<Row>[]
  readonly bulk?: readonly BulkAction<Row>[]
  readonly remove?: {
    readonly endpoint: AnyEndpoint
    readonly params: Params<Row>
    readonly may?: AnyEndpoint
    readonly deny?: (row: Row) => string | undefined
    /** What is asked before several go, with what they are: "Delete 10 users?" */
    readonly askMany: (count: number) => string
    /** What else is lost with one, or with several. */
    readonly consequence?: (count: number) => string
    /** Whose access it changes, of those that were chosen. */
    readonly review?: (rows: readonly Row[]) => Review | undefined
    readonly label?: string
    /** The way back, offered with the notice. */
    readonly undo?: ((keys: readonly string[]) => NonNullable<Notice['action']>) | undefined
    /** All that the filter shows, after its number was typed. */
    readonly all?: true
  }
  /**
   * Rows under headings, while the list is ordered by that column; `asked` is what the server was asked, without the
   * page.
   */
  readonly sections?: {
    readonly sortedBy: string
    readonly of: (row: Row) => string
    readonly head: (section: string, shown: { readonly asked: Wire; readonly count: number }) => ReactNode
  }
  /** On a telephone the other cells of a row stand under its first one. */
  readonly stacks?: true
  /** Ordered by the heads of its columns only. */
  readonly orderBy?: 'heads'
  /** Belongs elsewhere: tinted, with a lock instead of a box, and the reason. */
  readonly locked?: (row: Row) => string | undefined
  /** The row that is open beside the list. */
  readonly current?: string | undefined
  /** A click into a row opens it, and its first cell is a button; `current` says which one is open. */
  readonly onOpen?: (row: Row) => void
  /** What is to be said of the answer as a whole, above its rows. */
  readonly note?: (answer: unknown) => ReactNode
  /** Hears which rows are shown. */
  readonly onRows?: (rows: readonly Row[]) => void
  /** What "select all" takes, where that is not all that is shown. */
  readonly selectAll?: { readonly label: (number: string) => string; readonly count: number; readonly query: Wire }
  /** Why a row cannot be selected, where nothing else says it. */
  readonly unselectable?: (row: Row) => string | undefined
  readonly export?: AnyEndpoint & { readonly method: 'GET' }
  /** Of a list without a head: where in that of the page its button stands, not among what is rarely done. */
  readonly exportIn?: HTMLElement | null
  readonly upload?: {
    readonly endpoint: AnyEndpoint
    /** Of its path. */
    readonly params?: Readonly<Record<string, string>>
    readonly template?: AnyEndpoint & { readonly method: 'GET' }
    readonly dryRun?: true
    readonly label?: string
    readonly may?: Offer
  }
  /** Calls when the rows may have changed elsewhere; gives back how to stop listening. */
  readonly live?: (changed: () => void) => () => void
  readonly empty: { readonly title: string; readonly hint?: string }
}

// The harness of the table's specs: a list of areas with everything on, before a server that is played.
import { page } from 'vitest/browser'
import { type Area, areas } from '#contract/areas.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { users } from '#contract/users.ts'
import { json, playServer, type SentCall, showPage } from '../page.harness.tsx'
import { EntityTable } from './entity-table.tsx'
import type { ListDef } from './types.ts'

export { close } from '../page.harness.tsx'

export const areaId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const area = (number: number, change: Partial<Area> = {}): Area => ({
  id: areaId(number),
  name: `Area ${String(number).padStart(2, '0')}`,
  default: false,
  system: false,
  modifiedOn: '2026-09-01T08:00:00.000Z',
  ...change,
})
export const many = (count: number) => Array.from({ length: count }, (_, index) => area(index + 1))

export const plain: ListDef<Area> = {
  id: 'areas',
  title: 'Areas',
  list: areas.list,
  rowKey: ({ id }) => id,
  rowLabel: ({ name }) => name,
  defaultSort: 'name asc',
  columns: [
    { key: 'name', title: 'Name' },
    { key: 'default', title: 'Default' },
  ],
  empty: { title: 'No areas yet', hint: 'Create the first one.' },
}

const administrator = ['Administrator'] as const

/** Answers at once, as a whole. */
const { streams: _, ...bulkInsert } = users.bulkInsert
export const whole: ListDef<Area> = {
  ...plain,
  description: 'Where people belong.',
  columns: [
    { key: 'name', title: 'Name', edit: 'text', required: true },
    {
      key: 'default',
      title: 'Default',
      edit: 'switch',
      filter: [
        { value: 'true', label: 'The default' },
        { value: 'false', label: 'Others' },
      ],
    },
    { key: 'system', title: 'System', sortable: false, hideBelow: 1024 },
  ],
  filters: [
    {
      key: 'area',
      label: 'Area',
      kind: 'select',
      options: [
        { value: 'es', label: 'Spain' },
        { value: 'pt', label: 'Portugal' },
      ],
    },
    {
      key: 'kind',
      label: 'Kind',
      kind: 'multi',
      options: [
        { value: 'a', label: 'Alpha' },
        { value: 'b', label: 'Beta' },
      ],
    },
    { key: 'locked', label: 'Locked', kind: 'tristate' },
    { key: 'made', label: 'Made', kind: 'dateRange', wire: (value) => ({ filter: `made in ${value}` }) },
  ],
  add: {
    label: 'New area',
    inline: { create: areas.create, draft: { name: '', default: false } },
  },
  change: {
    endpoint: areas.change,
    params: ({ id }) => ({ id }),
    deny: ({ system }) => (system ? 'Belongs to the system' : undefined),
  },
  remove: {
    endpoint: areas.remove,
    params: ({ id }) => ({ id }),
    deny: ({ system }) => (system ? 'Belongs to the system' : undefined),
    askMany: (count) => `Delete ${count} areas?`,
    consequence: () => 'Nobody belongs there any more.',
    all: true,
  },
  export: users.export,
  upload: { endpoint: bulkInsert, template: users.template, dryRun: true, may: areas.create },
}

type Refusal = { status: number; body: object }
type Answer = Refusal | Response
type Play = { rows: Area[]; refuse: Record<string, Answer | (() => Answer | Promise<Answer>)> }

const pageOf = ({ rows }: Play, query: URLSearchParams) => {
  const words = query.get('search')?.toLowerCase() ?? ''
  const found = rows
    .filter(({ name }) => name.toLowerCase().includes(words))
    .toSorted((a, b) => a.name.localeCompare(b.name) * (query.get('orderBy')?.endsWith('desc') ? -1 : 1))
  const skip = Number(query.get('skip'))
  return { items: found.slice(skip, skip + Number(query.get('take'))), count: found.length }
}

const answerOf = (play: Play, { method, path, query, body }: SentCall): unknown => {
  const id = path.split('/')[3]
  if (method === 'GET') return pageOf(play, query)
  if (method === 'DELETE') play.rows = play.rows.filter((row) => row.id !== id)
  if (method === 'PATCH') play.rows = play.rows.map((row) => (row.id === id ? { ...row, ...(body as object) } : row))
  if (method === 'POST') play.rows = [...play.rows, area(99, body as object)]
  return {}
}

const answering = (play: Play) => async (sent: SentCall) => {
  const refusal = play.refuse[`${sent.method} ${sent.path}`]
  const refused = typeof refusal === 'function' ? await refusal() : refusal
  if (refused && 'clone' in refused) return refused.clone()
  return refused ? json(refused.body, refused.status) : json(answerOf(play, sent))
}

type OpenOptions = {
  list?: ListDef<Area>
  rows?: Area[]
  roles?: readonly RoleName[]
  at?: string
  refuse?: Play['refuse'] /** In the same visit as the one before. */
  again?: boolean
  person?: string
}

export const show = async ({
  list = whole,
  rows = many(3),
  roles = administrator,
  at = '/list',
  refuse = {},
  again = false,
  person,
}: OpenOptions = {}) => {
  // What a list of an earlier spec remembered too late.
  if (!again) sessionStorage.clear()
  const play: Play = { rows, refuse }
  const sent = playServer(answering(play))
  const { history, router } = await showPage({
    places: { '/list': <EntityTable list={list} />, '/elsewhere': 'Elsewhere' },
    at,
    roles,
    texts: ['table'],
    ...(person && { person }),
  })
  return {
    ...screen,
    play,
    router,
    history,
    address: () => decodeURIComponent(history.location.search),
    calls: (method: string) => sent.filter((one) => one.method === method),
    asked: () => sent.filter(({ method }) => method === 'GET').at(-1)?.query,
  }
}

const screen = {
  page,
  button: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }),
  field: (name: string) => page.getByRole('textbox', { name, exact: true }),
  choice: (name: string) => page.getByRole('combobox', { name, exact: true }),
  box: (name: string | RegExp) => page.getByRole('checkbox', { name, exact: typeof name === 'string' }),
  item: (name: string | RegExp) => page.getByRole('menuitem', { name }),
  text: (words: string | RegExp) => page.getByText(words, { exact: typeof words === 'string' }),
  dialog: () => page.getByRole('dialog').or(page.getByRole('alertdialog')),
  names: () =>
    [...document.querySelectorAll('.et-table tbody tr[data-state=Unchanged]:not(.et-edit) td:nth-child(2)')].map(
      ({ textContent }) => textContent,
    ),
  loaded: () => [...document.querySelectorAll('.et-table tbody tr[data-state]')].length,
}

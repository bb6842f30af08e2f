// The rows of `npm run bench` without a name: what is measured, by which benchmark, what it must reach and what it aims
// at. `most`: the figure may not be above; `least`: not below.
export type BenchRow = {
  readonly id: string
  readonly title: string
  /** bench/<name>.ts, which reports the row. */
  readonly bench: string
  readonly unit: string
  readonly better: 'most' | 'least'
  readonly must?: number
  readonly aim: number
}

const most = (bench: string, id: string, title: string, goal: Goal): BenchRow => ({
  ...{ id, title, bench, better: 'most' },
  ...goal,
})
const least = (bench: string, id: string, title: string, goal: Goal): BenchRow => ({
  ...{ id, title, bench, better: 'least' },
  ...goal,
})
type Goal = Pick<BenchRow, 'unit' | 'must' | 'aim'>

export const benchRows: readonly BenchRow[] = [
  most('sign-in', 'sign-in-cpu', 'sign-in: processor time without the hash', { unit: 'ms', must: 8, aim: 5 }),
  least('sign-in', 'sign-in-share', 'sign-in: share of bare hashes', { unit: '', must: 0.6, aim: 0.75 }),
  least('client-credentials', 'client-credentials-share', 'client_credentials: share of bare signatures', {
    unit: '',
    must: 0.1,
    aim: 0.15,
  }),
  most('refresh', 'refresh-cpu', 'refresh: processor time', { unit: 'ms', must: 1.4, aim: 0.9 }),
  least('refresh', 'refresh-share', 'refresh: share of bare commits', { unit: '', must: 0.1, aim: 0.15 }),
  most('userinfo', 'userinfo-cpu', 'userinfo: processor time', { unit: 'ms', must: 0.4, aim: 0.25 }),
  least('userinfo', 'userinfo-share', 'userinfo: share of bare lookups', { unit: '', must: 0.15, aim: 0.22 }),
  least('userinfo', 'bearer-share', 'bearer on an API call: share of bare lookups', {
    unit: '',
    must: 0.16,
    aim: 0.25,
  }),
  most('access', 'access-check-four', 'access check: p99, 4 at a time', { unit: 'ms', must: 5, aim: 2 }),
  most('access', 'access-check', 'access check: p99, 2,000 begun a second', { unit: 'ms', must: 5, aim: 2 }),
  most('access', 'preview-join-half', 'preview, one person joins one group: p50', { unit: 'ms', must: 20, aim: 10 }),
  most('access', 'preview-join', 'preview, one person joins one group: p95', { unit: 'ms', must: 20, aim: 10 }),
  most('access', 'preview-move-half', 'preview, a move at 20,000 tenants: p50', { unit: 'ms', must: 1000, aim: 400 }),
  most('access', 'preview-move', 'preview, a move at 20,000 tenants: p95', { unit: 'ms', must: 1000, aim: 400 }),
  most('access', 'preview-move-large', 'preview, a move of 1,365 tenants: p50', { unit: 'ms', aim: 1000 }),
  most('access', 'preview-move-wait', 'access check meanwhile: longest', { unit: 'ms', aim: 100 }),
  most('directory', 'search-p95', 'search of frequent words, 1 M users: p95', { unit: 'ms', must: 60, aim: 25 }),
  most('directory', 'search-worst', 'search of frequent words, 1 M users: worst', { unit: 'ms', must: 300, aim: 150 }),
  most('directory', 'import-10000', 'import of 10,000 rows', { unit: 's', must: 2, aim: 1 }),
  most('directory', 'import-100000', 'import of 100,000 rows', { unit: 's', must: 15, aim: 8 }),
  most('directory', 'export-100000', 'export of 100,000 rows', { unit: 's', aim: 1 }),
  most('memory', 'idle-memory', 'idle memory of the server', { unit: 'MB', must: 200, aim: 150 }),
  least('workers', 'second-worker', 'a second worker', { unit: '×', must: 1.7, aim: 1.9 }),
]

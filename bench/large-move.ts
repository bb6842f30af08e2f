// A preview of a large subtree that moves, and how long an access check waits meanwhile. Of moves at random nearly all
// are of a few tenants.
import { ask, check, direct, one, parametersOf, places, previewChange, say } from './access-questions.ts'
import { report } from './report.ts'

/** The largest one that is no larger: in the world of the benchmark 1,365 tenants. */
const most = 1_500
const moves = 5

const largest = async () => {
  const { rows } = await direct.query<{ id: string; size: number }>(
    `with recursive below (root, id) as (
       select id, id from tenant where parent_id is not null
       union all
       select below.root, t.id from below join tenant t on t.parent_id = below.id)
     select root as id, count(*)::int as size from below group by root having count(*) <= $1 order by size desc, root limit 1`,
    [most],
  )
  const [subtree] = rows
  if (!subtree) throw new Error('no tenant has a parent')
  return subtree
}

/** Milliseconds. */
const took = async (doing: () => Promise<unknown>) => {
  const began = performance.now()
  await doing()
  return performance.now() - began
}

export const measureLargeMove = async () => {
  const { id, size } = await largest()
  const previews: number[] = []
  const waits: number[] = []
  const under = { way: true }
  const checking = async () => {
    while (under.way) waits.push(await took(() => check(parametersOf(ask()))))
  }
  const others = checking()
  try {
    for (let n = 0; n < moves; n++)
      previews.push(await took(() => previewChange({ kind: 'move', tenantId: id, newParentId: one(places).id })))
  } finally {
    under.way = false
    await others
  }
  const half = previews.toSorted((a, b) => a - b)[Math.floor(moves / 2)] ?? Number.NaN
  const longest = Math.max(...waits)
  say(
    `\npreview of a move of ${size} tenants   p50 ${half.toFixed(0)} ms of ${moves}; the longest of ${waits.length} access checks meanwhile ${longest.toFixed(0)} ms`,
  )
  report({ row: 'preview-move-large', value: half, errors: 0, bare: `${size} tenants` })
  report({ row: 'preview-move-wait', value: longest, errors: 0, bare: `${waits.length} checks` })
}

// Who gains and who loses which role, before a change is made (docs/ux.md, note 7). The change is made and taken
// back.
import type { accessPreview } from '#contract/access-preview.ts'
import type { Difference, Preview, PreviewQuery } from '#contract/access-preview.ts'
import type { AccessChange } from '#contract/access-preview.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { delegatedAuthority } from '#server/features/members/members.public.ts'
import { hasRole } from '#server/kernel/authorize.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { type SheetBatch, sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { delegatedRunOf, dryRunOf, refuseUnlessMayAll } from './dry-runs.ts'
import { type Change, differences } from './difference.ts'
import { type Measure, measurer, stampOf } from './measure.ts'
import { dryRun } from './dry-run.ts'
import { type Differences, namedInOrder } from './named-differences.ts'

type Api = typeof accessPreview

type PreviewResult = Differences & {
  readonly summary: Preview['summary']
  readonly stamp: string
}

const summarise = (
  { before, after }: { before: Measure; after: Measure },
  changes: readonly Change[],
): Preview['summary'] => {
  const of = (kind: Change['change']) => changes.filter(({ change }) => change === kind)
  const people = (some: readonly Change[]) => new Set(some.map(({ userId }) => userId))
  const [losing, gaining, touched] = [people(of('Loses')), people(of('Gains')), people(changes)]
  return {
    losing: { people: losing.size, roles: of('Loses').length },
    gaining: { people: gaining.size, roles: of('Gains').length },
    unchanged: before.withAccess.filter((id) => !touched.has(id)).length,
    noRoleLeft: [...losing].filter((id) => !after.hasRole(id)).length,
    newlySecondFactor: [...after.secondFactor].filter((id) => !before.secondFactor.has(id)).length,
    tenants: before.reach.tenants.length,
  }
}

const previewChange = async (ctx: Ctx, change: AccessChange): Promise<PreviewResult> => {
  refuseUnlessMayAll(ctx, change)
  const measured = await dryRun(ctx, measurer(change), (run) => dryRunOf(run, change))
  return previewOf(ctx, measured)
}

/** What was measured, in words. */
export const previewOf = async (ctx: Ctx, measured: { before: Measure; after: Measure }): Promise<PreviewResult> => {
  const changes = differences(measured.before, measured.after)
  const differing = await namedInOrder(ctx, measured, changes)
  return { ...differing, summary: summarise(measured, changes), stamp: stampOf(changes) }
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const matching = (rows: readonly Difference[], query: PreviewQuery) => {
  const messages = folded(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return rows.filter((row) => {
    const found = () => {
      const text = folded(`${row.displayName} ${row.userName} ${row.email}`)
      return messages.every((word) => text.includes(word))
    }
    return (
      (!query.change || row.change === query.change) &&
      (query.applicationId === undefined || row.applicationId === query.applicationId) &&
      (!query.noRoleLeft || row.noRoleLeft) &&
      (messages.length === 0 || found())
    )
  })
}

/** Whether anything is asked for besides the page. */
const isNarrowed = ({ skip: _skip, take: _take, ...narrowing }: PreviewQuery) =>
  Object.values(narrowing).some((asked) => asked !== undefined && asked !== false && asked !== '')

const pageOf = ({ summary, changes, named, stamp }: PreviewResult, query: PreviewQuery) => {
  const page = <Row>(rows: readonly Row[]) => rows.slice(query.skip, query.skip + query.take)
  if (!isNarrowed(query)) return unchanged({ summary, stamp, items: named(page(changes)), count: changes.length })
  const shown = matching(named(changes), query)
  return unchanged({ summary, stamp, items: page(shown), count: shown.length })
}

/** Nothing is written, not even that somebody looked (T74). */
export const preview: UseCase<Api['preview']> = withSlowWork(async (ctx, { query, input }) =>
  pageOf(await previewChange(ctx, input), query),
)

/** Whether anything is left to somebody elsewhere is told to Administrators only (T81). */
const ofTheirTenants = ({ summary, changes, named, stamp }: PreviewResult): PreviewResult => ({
  summary: { ...summary, noRoleLeft: 0 },
  changes,
  named: (some) => named(some).map((row) => ({ ...row, noRoleLeft: false })),
  stamp,
})

export const profilePreview: UseCase<Api['profilePreview']> = withSlowWork(async (ctx, { query, input }) => {
  // Where they do not act nothing is measured.
  await delegatedAuthority(ctx, input.tenantId)
  const measured = await dryRun(ctx, measurer(input), (run) => delegatedRunOf(run, input))
  const previewed = await previewOf(ctx, measured)
  return pageOf(hasRole(ctx, 'Administrator') ? previewed : ofTheirTenants(previewed), query)
})

const columns = [
  { title: 'displayName', width: 28 },
  { title: 'userName', width: 28 },
  { title: 'email', width: 34 },
  { title: 'change', width: 10 },
  { title: 'applicationName', width: 24 },
  { title: 'applicationTitle', width: 24 },
  { title: 'roleName', width: 24 },
  { title: 'tenants', width: 10 },
  { title: 'because', width: 28 },
  { title: 'viaGroup', width: 24 },
  { title: 'noRoleLeft', width: 12 },
]

const rowsAtOnce = 2_000

async function* batches(rows: readonly Difference[]): AsyncGenerator<SheetBatch> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    yield rows
      .slice(at, at + rowsAtOnce)
      .map((row) => [
        row.displayName,
        row.userName,
        row.email,
        row.change,
        row.applicationName,
        row.applicationTitle,
        row.roleName,
        row.tenants,
        row.because.tenantName,
        row.because.viaGroup,
        row.noRoleLeft,
      ])
}

export const previewFile: UseCase<Api['previewFile']> = withSlowWork(async (ctx, { query, input }) => {
  const { changes, named } = await previewChange(ctx, input)
  const body = ctx.services.sheets.write({ name: 'Preview', columns, rows: batches(matching(named(changes), query)) })
  const headers = { 'content-type': sheetMediaType, 'content-disposition': attachment('Preview.xlsx') }
  return unchanged({ raw: true as const, headers, body })
})

// Who gains and who loses which role, before a change is made (docs/ux.md, note 7). The change is made and taken
// back.
import { setImmediate as turn } from 'node:timers/promises'
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
import { differences, type RoleChange, type SharedChanges } from './difference.ts'
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
  differing: readonly SharedChanges[],
): Preview['summary'] => {
  const those = (kind: RoleChange['change']) =>
    differing.flatMap(({ people, changes }) => {
      const roles = changes.filter(({ change }) => change === kind).length
      return roles > 0 ? { people, roles } : []
    })
  const count = (some: ReturnType<typeof those>) => ({
    people: some.reduce((sum, { people }) => sum + people.length, 0),
    roles: some.reduce((sum, { people, roles }) => sum + people.length * roles, 0),
  })
  const [losing, touched] = [those('Loses'), new Set(differing.flatMap(({ people }) => people))]
  return {
    losing: count(losing),
    gaining: count(those('Gains')),
    unchanged: before.withAccess.others + before.withAccess.people.filter((id) => !touched.has(id)).length,
    noRoleLeft: losing.reduce((sum, { people }) => sum + people.filter((id) => !after.hasRole(id)).length, 0),
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
  const differing = await differences(measured.before, measured.after)
  const named = await namedInOrder(ctx, measured, differing)
  // Each takes long where tens of thousands of people are concerned.
  await turn()
  const summary = summarise(measured, differing)
  await turn()
  return { ...named, summary, stamp: stampOf(differing) }
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

const pageOf = ({ summary, count, page, all, stamp }: PreviewResult, query: PreviewQuery) => {
  if (!isNarrowed(query)) return unchanged({ summary, stamp, items: page(query), count })
  const shown = matching(all(), query)
  return unchanged({ summary, stamp, items: shown.slice(query.skip, query.skip + query.take), count: shown.length })
}

/** Nothing is written, not even that somebody looked (T74). */
export const preview: UseCase<Api['preview']> = withSlowWork(async (ctx, { query, input }) =>
  pageOf(await previewChange(ctx, input), query),
)

/** Whether anything is left to somebody elsewhere is told to Administrators only (T81). */
const ofTheirTenants = ({ summary, page, all, ...result }: PreviewResult): PreviewResult => {
  const untold = (rows: readonly Difference[]) => rows.map((row) => ({ ...row, noRoleLeft: false }))
  return {
    ...result,
    summary: { ...summary, noRoleLeft: 0 },
    page: (query) => untold(page(query)),
    all: () => untold(all()),
  }
}

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
  const { all } = await previewChange(ctx, input)
  const body = ctx.services.sheets.write({ name: 'Preview', columns, rows: batches(matching(all(), query)) })
  const headers = { 'content-type': sheetMediaType, 'content-disposition': attachment('Preview.xlsx') }
  return unchanged({ raw: true as const, headers, body })
})

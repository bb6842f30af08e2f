// Who gains and who loses which role, before a change is made (docs/ux.md, note 7). The change is made and taken
// back.
import type { accessPreview } from '#contract/access-preview.ts'
import type { Difference, Preview, PreviewQuery } from '#contract/access-preview.ts'
import type { AccessChange } from '#contract/access-preview.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import type { Ctx } from '#server/kernel/context.ts'
import { type SheetBatch, sheetMediaType } from '#server/kernel/ports/sheets.ts'
import { unchanged } from '#server/kernel/unchanged.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { dryRunOf, refuseUnlessMayAll } from './dry-runs.ts'
import { type Change, differences } from './difference.ts'
import { type Measure, measurer, stampOf } from './measure.ts'
import { dryRun } from './dry-run.ts'
import { namesOf } from './names.store.ts'

type Api = typeof accessPreview

type PreviewResult = {
  readonly summary: Preview['summary']
  readonly rows: readonly Difference[]
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

const { compare: byText } = new Intl.Collator()

/** People by name, each once; then what each of them gains and loses. */
const inOrder = (rows: readonly Difference[]): Difference[] => {
  const people = [...Map.groupBy(rows, ({ userId }) => userId).values()].map((own) => ({
    own,
    name: own[0]?.displayName ?? '',
    id: own[0]?.userId ?? '',
  }))
  const within = (a: Difference, b: Difference) =>
    byText(b.change, a.change) || byText(a.applicationName, b.applicationName) || byText(a.roleName, b.roleName)
  return people
    .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id))
    .flatMap(({ own }) => own.toSorted(within))
}

type Names = Awaited<ReturnType<typeof namesOf>>
type ById<Row> = ReadonlyMap<string, Row>
type NamesById = {
  readonly people: ById<Names['people'][number]>
  readonly roles: ById<Names['roles'][number]>
  readonly groups: ById<string>
  readonly tenants: ById<string>
}

/** Nothing where the person or the role is gone meanwhile. */
const differenceOf = (
  { userId, roleId, change, tenants, because }: Change,
  names: NamesById,
  noRoleLeft: boolean,
): Difference | undefined => {
  const [person, role] = [names.people.get(userId), names.roles.get(roleId)]
  if (!person || !role) return undefined
  return {
    userId,
    displayName: person.displayName,
    userName: person.userName,
    email: person.email,
    change,
    roleId,
    roleName: role.name,
    applicationId: role.applicationId,
    applicationName: role.applicationName,
    applicationTitle: role.applicationTitle,
    tenants,
    because: {
      tenantId: because.tenantId,
      tenantName: names.tenants.get(because.tenantId) ?? '',
      viaGroup: because.viaGroup && (names.groups.get(because.viaGroup) ?? null),
    },
    noRoleLeft,
  }
}

/** Named, in an order that is always the same. */
const named = async (
  ctx: Ctx,
  { before, after }: { before: Measure; after: Measure },
  changes: readonly Change[],
): Promise<Difference[]> => {
  const unique = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  const names = await namesOf(ctx.db, {
    people: unique(changes.map(({ userId }) => userId)),
    roles: unique(changes.map(({ roleId }) => roleId)),
    groups: unique(changes.map(({ because }) => because.viaGroup)),
    tenants: unique(changes.map(({ because }) => because.tenantId)),
  })
  const of = {
    people: new Map(names.people.map((row) => [row.id, row])),
    roles: new Map(names.roles.map((row) => [row.id, row])),
    groups: new Map(names.groups.map((row) => [row.id, row.name])),
    tenants: new Map(names.tenants.map(({ id, title }) => [id, title])),
  }
  const noRoleLeft = ({ change, userId }: Change) =>
    change === 'Loses' && before.hasRole(userId) && !after.hasRole(userId)
  return inOrder(changes.flatMap((change) => differenceOf(change, of, noRoleLeft(change)) ?? []))
}

const previewChange = async (ctx: Ctx, change: AccessChange): Promise<PreviewResult> => {
  refuseUnlessMayAll(ctx, change)
  const measured = await dryRun(ctx, measurer(change), (rehearsal) => dryRunOf(rehearsal, change))
  return previewOf(ctx, measured)
}

/** What was measured, in words. */
export const previewOf = async (ctx: Ctx, measured: { before: Measure; after: Measure }): Promise<PreviewResult> => {
  const changes = differences(measured.before, measured.after)
  const rows = await named(ctx, measured, changes)
  return { summary: summarise(measured, changes), rows, stamp: stampOf(changes) }
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

/** Nothing is written, not even that somebody looked (T74). */
export const preview: UseCase<Api['preview']> = withSlowWork(async (ctx, { query, input }) => {
  const { summary, rows, stamp } = await previewChange(ctx, input)
  const shown = matching(rows, query)
  return unchanged({ summary, stamp, items: shown.slice(query.skip, query.skip + query.take), count: shown.length })
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
  const { rows } = await previewChange(ctx, input)
  const body = ctx.services.sheets.write({ name: 'Preview', columns, rows: batches(matching(rows, query)) })
  const headers = { 'content-type': sheetMediaType, 'content-disposition': attachment('Preview.xlsx') }
  return unchanged({ raw: true as const, headers, body })
})

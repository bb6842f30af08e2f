// R2.5-22, R2.5-23: where the work is, and how much of it waits. One panel: counts, then a line with one fact each.
import type { LucideIcon } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { dashboard, type Facts, type Summary } from '#contract/dashboard.ts'
import { impersonation } from '#contract/impersonation.ts'
import { under } from '#web/lib/base.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { useFacts } from './facts.ts'
import { readAgain } from './read-again.ts'

/** A screen of the administration that the caller may open. */
export type Tile = { readonly id: string; readonly name: string; readonly path: string; readonly icon: LucideIcon }

const counted: Readonly<Record<string, keyof Summary>> = {
  users: 'usersCount',
  tenants: 'tenantsCount',
  groups: 'groupsCount',
  applications: 'appsCount',
  areas: 'areasCount',
}
const order = Object.keys(counted)

type Fact = { readonly text: string; readonly waits?: boolean; readonly path?: string } | undefined

/** Decided elsewhere than where permissions are looked at. */
const whereRequestsWait = '/profile/clients?view=requests&status=WaitingForApprover'

/** What amber says: somebody must act. */
const waiting = (count: number | null | undefined, text: (count: number) => string, at?: { path: string }): Fact =>
  count ? { text: text(count), waits: true, ...at } : undefined

const plain = (count: number | null | undefined, text: (count: number) => string): Fact =>
  count === null || count === undefined ? undefined : { text: text(count) }

/** Not rounded up: what is missing is what matters. */
const useShare = () => {
  const { t, i18n } = useTranslation('dashboard')
  const percent = new Intl.NumberFormat(localeOf(i18n.language), {
    style: 'percent',
    maximumSignificantDigits: 2,
    roundingMode: 'floor',
  })
  return (part: number | null | undefined, whole: number | null | undefined): Fact =>
    typeof part === 'number' && whole ? { text: t('mfaShare', { percent: percent.format(part / whole) }) } : undefined
}

const useFactOf = (
  facts: Facts | undefined,
  tenantsCount: number | null | undefined,
): Readonly<Record<string, Fact>> => {
  const { t } = useTranslation('dashboard')
  const share = useShare()
  return {
    permissions: waiting(facts?.waitingRequests, (count) => t('requestsWait', { count }), { path: whereRequestsWait }),
    pats: waiting(facts?.expiringTokens, (count) => t('tokensExpire', { count })),
    'control-pats': plain(facts?.activeTokens, (count) => t('tokensActive', { count })),
    twomodeauth: share(facts?.tenantsWithSecondFactor, tenantsCount),
    securityConfig: plain(facts?.policies, (count) => t('policies', { count })),
    logs: plain(facts?.eventsToday, (count) => t('eventsToday', { count })),
    rights: waiting(facts?.openRightsRequests, (count) => t('rightsOpen', { count })),
  }
}

type LineProps = Omit<Tile, 'id'> & { fact: Fact }

const Line = ({ icon: Icon, name, path, fact }: LineProps) => {
  const line = (
    <AppLink className="tile-line" href={under(path)}>
      <Icon size={17} strokeWidth={1.9} aria-hidden="true" />
      <span>{name}</span>
      {fact && !fact.path && <small className={fact.waits ? 'waits' : ''}>{fact.text}</small>}
    </AppLink>
  )
  if (!fact?.path) return line
  return (
    <div className="tile-pair">
      {line}
      <AppLink className="tile-line" href={under(fact.path)}>
        <small className="waits">{fact.text}</small>
      </AppLink>
    </div>
  )
}

/** Only for a God, where the installation allows it. */
const ImpersonationTile = () => {
  const { t } = useTranslation('dashboard')
  const { data } = useRead(impersonation.enabled)
  if (!data?.enabled) return null
  return <Line icon={UserCheck} name={t('identifyAs')} path="/admin/users" fact={{ text: t('enabled') }} />
}

const Counts = ({ tiles, summary }: { tiles: readonly Tile[]; summary: Summary | undefined }) => {
  const { i18n } = useTranslation()
  return (
    <div className="tile-counts">
      {tiles.map(({ id, name, path }) => {
        const count = summary?.[counted[id] ?? 'usersCount']
        return (
          <AppLink key={id} href={under(path)}>
            <b>{count === null || count === undefined ? ' ' : count.toLocaleString(localeOf(i18n.language))}</b>
            {name}
          </AppLink>
        )
      })}
    </div>
  )
}

export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => {
  const { t } = useTranslation('dashboard')
  const summary = useRead(dashboard.summary, {}, readAgain)
  const facts = useFacts()
  const identifies = useMay(impersonation.enabled)
  const factOf = useFactOf(facts.data, summary.data?.tenantsCount)
  const withCounts = tiles
    .filter(({ id }) => id in counted)
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  return (
    <nav className="card tiles" aria-label={t('tiles')}>
      <Counts tiles={withCounts} summary={summary.data} />
      <div className="tile-lines">
        {tiles
          .filter(({ id }) => !(id in counted))
          .map(({ id, ...tile }) => (
            <Line key={id} {...tile} fact={factOf[id]} />
          ))}
        {identifies && <ImpersonationTile />}
      </div>
    </nav>
  )
}

// What both lists of tokens show: until when one works, when it was used last, and how it ends.
import { CircleCheck, CircleSlash, Hourglass, KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type AccessToken, accessTokens } from '#contract/access-tokens.ts'
import { call } from '#web/lib/client.ts'
import { formatDate, formatMoment } from '#web/lib/format.ts'
import { daysUntil, relativeTime } from '#web/lib/relative-time.ts'
import type { Column, FilterDef, ListDef } from '#web/ui/entity-table/types.ts'
import './access-tokens.css'
import { tip } from '#web/ui/tip.tsx'

/** Within so many days its owner needs another one. */
const soon = 30

const stateOf = ({ expiresAt }: AccessToken) => {
  if (new Date(expiresAt).getTime() <= Date.now()) return 'expired'
  return daysUntil(expiresAt) <= soon ? 'expiresSoon' : 'active'
}

const looks = {
  expired: { look: 'st error', Icon: CircleSlash },
  expiresSoon: { look: 'st warn', Icon: Hourglass },
  active: { look: 'st ok', Icon: CircleCheck },
} as const

const State = ({ token }: { token: AccessToken }) => {
  const { t } = useTranslation('access-tokens')
  const state = stateOf(token)
  const { look, Icon } = looks[state]
  return (
    <span className={look}>
      <Icon size={14} aria-hidden="true" />
      {t(state)}
    </span>
  )
}

const Name = ({ token: { name, prefix } }: { token: AccessToken }) => (
  <span className="token-name">
    <b data-tip={name}>{name}</b>
    <code>{prefix}…</code>
  </span>
)

const LastUse = ({ lastDateOfUse: at }: { lastDateOfUse: AccessToken['lastDateOfUse'] }) => {
  const { t } = useTranslation('access-tokens')
  if (at === null) return <span className="mut">{t('neverUsed')}</span>
  return (
    <time className="num" dateTime={at} {...tip(formatMoment(at))}>
      {relativeTime(at)}
    </time>
  )
}

type TokenColumn = 'name' | 'applicationName' | 'createByName' | 'expiresAt' | 'state' | 'lastDateOfUse' | 'createdOn'

export const useTokenColumns = (): Readonly<Record<TokenColumn, Column<AccessToken>>> => {
  const { t } = useTranslation('access-tokens')
  return {
    name: { key: 'name', title: t('name'), required: true, cell: (token) => <Name token={token} /> },
    applicationName: {
      key: 'applicationName',
      title: t('application'),
      width: 160,
      hideBelow: 768,
      cell: ({ applicationName, tenantName: tenant }) => (tenant ? t('directoryOf', { tenant }) : applicationName),
    },
    createByName: { key: 'createByName', title: t('createdBy'), width: 136 },
    expiresAt: {
      key: 'expiresAt',
      title: t('expires'),
      width: 120,
      hideBelow: 768,
      cell: ({ expiresAt }) => (
        <time className="num" dateTime={expiresAt} {...tip(formatMoment(expiresAt))}>
          {formatDate(expiresAt)}
        </time>
      ),
    },
    state: { key: 'state', title: t('state'), width: 142, sortable: false, cell: (token) => <State token={token} /> },
    lastDateOfUse: {
      key: 'lastDateOfUse',
      title: t('lastUse'),
      width: 128,
      hideBelow: 1280,
      cell: (token) => <LastUse {...token} />,
    },
    createdOn: {
      key: 'createdOn',
      title: t('createdOn'),
      width: 120,
      hideBelow: 1280,
      cell: ({ createdOn }) => <span className="num">{formatDate(createdOn)}</span>,
    },
  }
}

export const useTokenFilters = (): readonly FilterDef[] => {
  const { t } = useTranslation('access-tokens')
  const now = () => new Date().toISOString()
  const filters: Readonly<Record<string, () => string>> = {
    active: () => `expiresAt gt ${now()}`,
    expired: () => `expiresAt le ${now()}`,
    unused: () => 'lastDateOfUse eq null',
  }
  return [
    {
      key: 'state',
      label: t('state'),
      kind: 'select',
      options: [
        { value: 'active', label: t('active') },
        { value: 'expired', label: t('expired') },
        { value: 'unused', label: t('neverUsed') },
      ],
      wire: (value) => ({ filter: filters[value]?.() ?? '' }),
    },
  ]
}

/** Of one token, or of those that were selected; `name` is how the list calls it. */
export const useRevocation = (
  name: ListDef<AccessToken>['rowLabel'],
): Pick<ListDef<AccessToken>, 'actions' | 'bulk'> => {
  const { t } = useTranslation('access-tokens')
  const icon = <KeyRound size={16} aria-hidden="true" />
  const shared = { id: 'revoke', label: t('revoke'), icon, danger: true, may: accessTokens.revoke } as const
  const question = (title: string, count = 1) => ({
    title,
    body: t('revokeConsequence', { count }),
    ok: t('revoke'),
    keep: t('table:keep'),
  })
  const revoke = ({ id }: AccessToken) => call(accessTokens.revoke, { params: { id } })
  return {
    actions: [
      {
        ...shared,
        confirm: (token) => question(t('revokeOne', { name: name(token) })),
        run: revoke,
        done: (token) => t('revoked', { name: name(token) }),
      },
    ],
    bulk: [
      {
        ...shared,
        confirm: ([first, ...others]) =>
          first && others.length === 0
            ? question(t('revokeOne', { name: name(first) }))
            : question(t('revokeMany', { count: others.length + 1 }), others.length + 1),
        each: revoke,
      },
    ],
  }
}

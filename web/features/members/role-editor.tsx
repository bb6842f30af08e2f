// The roles of one user or group at one tenant, application by application (R4.8, R9-09, R9-12). Every change is saved
// at once.
import { BadgeCheck, CircleAlert, Lock, Search, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import { useAccessParts } from '#web/lib/access-parts.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { ApplicationRow } from './application-row.tsx'
import { TypeWord } from './chips.tsx'
import { EditorCards } from './editor-cards.tsx'
import { type Access, accessOf, hasAccess, type Identity, matches, type Tenant, type Visibility } from './rules.ts'
import { type Editing, useEditing } from './use-editing.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'
import { Portrait } from './who.tsx'
import './members.css'

/** R9-12 */
const mostApplications = '1000000'

/** R9-09, and a last row that shows half of itself, so that nobody overlooks the rest. */
const highest = 420
/** More rows than that never fit. */
const mostLooked = 15

const cutInHalf = (list: HTMLUListElement) => {
  list.style.maxHeight = `${highest}px`
  if (list.scrollHeight <= highest) return
  const top = list.getBoundingClientRect().top - list.scrollTop
  const cut = [...list.children]
    .slice(0, mostLooked)
    .map((row) => row.getBoundingClientRect())
    .findLast((row) => (row.top + row.bottom) / 2 - top <= highest)
  if (cut) list.style.maxHeight = `${Math.round((cut.top + cut.bottom) / 2 - top)}px`
}

const useHalfRow = (list: RefObject<HTMLUListElement | null>, shown: number) =>
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const fit = () => cutInHalf(element)
    fit()
    const resized = new ResizeObserver(fit)
    for (const row of [...element.children].slice(0, mostLooked)) resized.observe(row)
    return () => resized.disconnect()
  }, [list, shown])

const useSlash = () => {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as HTMLElement).closest?.('input:not([type=checkbox]),textarea,select'))
        return
      event.preventDefault()
      search.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return search
}

type View = 'all' | 'given'
type Bar = {
  typed: string
  type: (text: string) => void
  view: View
  show: (view: View) => void
  counts: Record<View, number>
}

const Segment = ({ view, bar, children }: { view: View; bar: Bar; children: string }) => {
  const { i18n } = useTranslation()
  return (
    <button type="button" aria-pressed={bar.view === view} onClick={() => bar.show(view)}>
      {children} <i>{bar.counts[view].toLocaleString(i18n.language)}</i>
    </button>
  )
}

const EditorBar = ({ bar }: { bar: Bar }) => {
  const { t } = useTranslation('members')
  const search = useSlash()
  return (
    <div className="ed-bar">
      <search className="et-search">
        <Search size={16} aria-hidden="true" />
        <input
          ref={search}
          type="text"
          inputMode="search"
          className="inp-t"
          aria-label={t('searchRoles')}
          placeholder={t('searchRoles')}
          value={bar.typed}
          onChange={({ target }) => bar.type(target.value)}
        />
        {bar.typed ? (
          <button
            type="button"
            className="ic s"
            aria-label={t('table:clearSearch')}
            onClick={() => {
              bar.type('')
              search.current?.focus()
            }}
          >
            <X size={15} />
          </button>
        ) : (
          <kbd aria-hidden="true">/</kbd>
        )}
      </search>
      <div className="seg" role="group" aria-label={t('shown')}>
        <Segment view="all" bar={bar}>
          {t('allApplications')}
        </Segment>
        <Segment view="given" bar={bar}>
          {t('withAccess')}
        </Segment>
      </div>
    </div>
  )
}

const Legend = () => {
  const { t } = useTranslation('members')
  return (
    <p className="ed-legend" aria-hidden="true">
      <span>
        <span className="rc own">
          {t('typeOwn')}
          <X size={13} />
        </span>
        {t('legendOwn')}
      </span>
      <span>
        <span className="rc inh">
          <Lock size={12} />
          {t('inherited')}
        </span>
        {t('legendInherited')}
      </span>
      <span>{t('access')}</span>
    </p>
  )
}

/** Those with access come first; nothing moves while it is changed. */
const useOrder = (all: readonly Access[]) => {
  const [first] = useState(() => new Set(all.filter(hasAccess).map(({ application }) => application.id)))
  const leads = ({ application }: Access) => first.has(application.id)
  return [...all.filter(leads), ...all.filter((access) => !leads(access))]
}

const Applications = ({
  editing,
  applications,
  identity,
  visibility,
}: {
  editing: Editing
  applications: readonly ApplicationWithRoles[]
  identity: IdentityAtTenant
  visibility: Visibility | undefined
}) => {
  const { t } = useTranslation('members')
  const [typed, type] = useState('')
  const [view, show] = useState<View>('all')
  const list = useRef<HTMLUListElement>(null)
  const all = useOrder(accessOf(applications, identity.roles, { portal: editing.seesPortal, visibility }))
  const given = all.filter(hasAccess)
  const shown = (view === 'given' ? given : all).filter((access) => matches(access, typed))
  useHalfRow(list, shown.length)
  const clear = () => {
    type('')
    show('all')
  }
  return (
    <>
      <EditorBar bar={{ typed, type, view, show, counts: { all: all.length, given: given.length } }} />
      <Legend />
      {editing.fixed && (
        <p className="note" role="status">
          {editing.fixed}
        </p>
      )}
      {shown.length > 0 && (
        <ul className="rl" ref={list} aria-label={t('applications')}>
          {shown.map((access) => (
            <ApplicationRow key={access.application.id} access={access} editing={editing} />
          ))}
        </ul>
      )}
      {shown.length === 0 && (
        <div className="rl ed-none" role="status">
          <b>{t('table:nothingMatches')}</b>
          <button type="button" className="b" onClick={clear}>
            {t('table:clearAll')}
          </button>
        </div>
      )}
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('members')
  return (
    <div className="rl ed-loading" role="status">
      <span className="sr">{t('table:loading')}</span>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className="rr">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}

/** What was done to this row lately, with the way back. */
const Changes = ({ editing: { base, identity, tenant } }: { editing: Editing }) => {
  const parts = useAccessParts()
  return base === 'admin' && parts ? <parts.LastChanges identityId={identity.id} tenantId={tenant.id} /> : null
}

const Body = ({
  editing,
  visibility,
  onExplain,
}: {
  editing: Editing
  visibility: Visibility | undefined
  onExplain: (() => void) | undefined
}) => {
  const { identity, tenant, base, roles } = editing
  const applications = useRead(
    endpointsOf(base).roles,
    {
      query: {
        take: mostApplications,
        orderBy: 'displayName',
        identityId: identity.id,
        tenantId: tenant.id,
        ...(visibility && { visibility }),
      },
    },
    { previous: true },
  )
  const { read } = roles
  const failed = [applications, read].find((one) => one.isError && !one.data)
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />
  if (!applications.data || !read.data) return <Loading />
  return (
    <>
      <Applications
        editing={editing}
        applications={applications.data.items}
        identity={read.data}
        visibility={visibility}
      />
      <EditorCards editing={editing} onExplain={onExplain} />
      <Changes editing={editing} />
    </>
  )
}

/** What has just been done, with the way back; else what holds for all of it. */
const Foot = ({ editing: { said, say }, onClose }: { editing: Editing; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { undo } = said ?? {}
  return (
    <>
      {said?.kind === 'failed' ? (
        <CircleAlert size={16} className="ed-failed" aria-hidden="true" />
      ) : (
        <BadgeCheck size={16} className="ed-saved" aria-hidden="true" />
      )}
      <span role="status">{said?.text ?? t('savedAtOnce')}</span>
      {undo && (
        <button
          type="button"
          className="b sm"
          onClick={() => {
            say(undefined)
            undo()
          }}
        >
          {t('undo')}
        </button>
      )}
      <span className="sp" />
      <button type="button" className="b" onClick={onClose}>
        {t('close')}
      </button>
    </>
  )
}

/** How the identity stands here as a whole. */
const Standing = ({
  editing: {
    roles: { read },
  },
}: {
  editing: Editing
}) => {
  const { t } = useTranslation('members')
  if (!read.data) return null
  return read.data.id === null ? (
    <span className="tag">{t('noRolesYet')}</span>
  ) : (
    <span className="tag ed-type">
      <TypeWord type={read.data.hierarchyType} />
    </span>
  )
}

export type RoleEditorProps = {
  base: Base
  identity: Identity
  tenant: Tenant
  visibility?: Visibility
  onExplain?: () => void
  onClose: () => void
}

export const RoleEditor = ({ base, identity, tenant, visibility, onExplain, onClose }: RoleEditorProps) => {
  const { t } = useTranslation('members')
  const editing = useEditing({ base, identity, tenant })
  const parts = useAccessParts()
  const explain = onExplain ?? (parts && base === 'admin' ? () => parts.explain({ user: identity, tenant }) : undefined)
  return (
    <Drawer
      side="right"
      inset
      width={760}
      title={identity.displayName}
      onClose={onClose}
      picture={<Portrait who={{ ...identity, identityType: identity.type }} size={42} />}
      line={
        <>
          {t('rolesAt')} <b>{tenant.title}</b>
          {identity.email && <> · {identity.email}</>}
        </>
      }
      mark={<Standing editing={editing} />}
      footer={<Foot editing={editing} onClose={onClose} />}
    >
      <Body editing={editing} visibility={visibility} onExplain={explain} />
    </Drawer>
  )
}

// The applications of a member, in an order that stays while one works; a row is cut in half where more follow.
import { Lock, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import { ApplicationRow } from './application-row.tsx'
import { type Access, accessOf, hasAccess, matches, type Visibility } from './rules.ts'
import { type Editing } from './use-editing.ts'
import { type View, EditorBar } from './role-editor-bar.tsx'

/** R9-12 */
export const mostApplications = '1000000'

/** More rows than that never fit. */
const mostLooked = 15

/** R9-09: as high as the styles say, and its last row shows half of itself: nobody overlooks the rest. */
const cutInHalf = (list: HTMLUListElement) => {
  list.style.maxHeight = ''
  const highest = parseFloat(getComputedStyle(list).maxHeight)
  if (list.scrollHeight <= highest) return
  const top = list.getBoundingClientRect().top - list.scrollTop
  const cut = [...list.children]
    .slice(0, mostLooked)
    .map((row) => row.getBoundingClientRect())
    .findLast((row) => (row.top + row.bottom) / 2 - top <= highest)
  if (cut) list.style.maxHeight = `${Math.round((cut.top + cut.bottom) / 2 - top)}px`
}

export const useHalfRow = (list: RefObject<HTMLUListElement | null>, shown: number) =>
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const fit = () => cutInHalf(element)
    fit()
    const resized = new ResizeObserver(fit)
    for (const row of [...element.children].slice(0, mostLooked)) resized.observe(row)
    addEventListener('resize', fit)
    return () => {
      resized.disconnect()
      removeEventListener('resize', fit)
    }
  }, [list, shown])

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
export const useOrder = (all: readonly Access[]) => {
  const [first] = useState(() => new Set(all.filter(hasAccess).map(({ application }) => application.id)))
  const leads = ({ application }: Access) => first.has(application.id)
  return [...all.filter(leads), ...all.filter((access) => !leads(access))]
}

export const Applications = ({
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
  const assigned = all.filter(hasAccess)
  const shown = (view === 'assigned' ? assigned : all).filter((access) => matches(access, typed))
  useHalfRow(list, shown.length)
  const clear = () => {
    type('')
    show('all')
  }
  return (
    <>
      <EditorBar bar={{ typed, type, view, show, counts: { all: all.length, assigned: assigned.length } }} />
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

export const Loading = () => {
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

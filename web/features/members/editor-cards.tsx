// Under the applications: whether the own roles go further down, and what comes through groups.
import { CornerDownRight, UsersRound } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleEntry } from '#contract/role-entry.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { isOwn, standsHere, throughGroups } from './rules.ts'
import { PreviewFirst } from './preview-first.tsx'
import { type Editing, stopped } from './use-editing.ts'
import { useMayCall } from '#web/lib/use-access.ts'
import { WithReason } from '#web/ui/tip.tsx'

/** How many tenants there are below, where that may be known. */
const useBelow = ({ base, tenant }: Editing) => {
  const mayCall = useMayCall()
  const known = base === 'admin' && tenant.id !== globalTenant && mayCall(tenants.get)
  return useRead(tenants.get, { params: { id: tenant.id } }, { when: known }).data?.descendantsCount
}

const useHint = (editing: Editing) => {
  const { t, i18n } = useTranslation('members')
  const below = useBelow(editing)
  const { read, passesDown } = editing.roles
  if (editing.tenant.id === globalTenant) return t('globalPasses')
  if (read.data && !standsHere(read.data)) return t('wishHint')
  if (!passesDown) return t('staysHere')
  return below === undefined
    ? t('passesBelow')
    : t('passesBelowMany', { count: below, number: below.toLocaleString(localeOf(i18n.language)) })
}

const InheritableCard = ({ editing }: { editing: Editing }) => {
  const { t } = useTranslation('members')
  const id = useId()
  const [asking, ask] = useState(false)
  const { identity, tenant, roles, fixed, failed } = editing
  const hint = useHint(editing)
  const own = (roles.read.data?.roles ?? []).filter(isOwn).map(({ roleName }) => roleName)
  const asks = roles.read.data && standsHere(roles.read.data)
  const press = (on: boolean) => (on || !asks ? void roles.passDown(on).catch(failed) : ask(true))
  return (
    <section className="ed-card">
      <CornerDownRight size={18} aria-hidden="true" />
      <div>
        <h3>
          <label htmlFor={id}>{t('inheritable')}</label>
        </h3>
        <p id={`${id}-said`}>{hint}</p>
      </div>
      <WithReason reason={fixed}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="sw"
          aria-describedby={`${id}-said`}
          checked={roles.passesDown}
          disabled={tenant.id === globalTenant || fixed !== undefined}
          onChange={({ target }) => press(target.checked)}
        />
      </WithReason>
      {asking && (
        <PreviewFirst
          change={stopped(editing)}
          title={t('stopPassing', { name: identity.displayName })}
          body={
            own.length > 0
              ? t('stopPassingBody', { tenant: tenant.title, roles: own.join(', ') })
              : t('stopPassingNothing', { tenant: tenant.title })
          }
          ok={t('stopPassingOk')}
          run={(seen) => roles.passDown(false, seen)}
          onClose={() => ask(false)}
        />
      )}
    </section>
  )
}

const GroupsCard = ({ roles, onExplain }: { roles: readonly RoleEntry[]; onExplain: (() => void) | undefined }) => {
  const { t } = useTranslation('members')
  const { count, groups } = throughGroups(roles)
  if (count === 0) return null
  return (
    <section className="ed-card">
      <UsersRound size={18} aria-hidden="true" />
      <div>
        <h3>{t('throughGroups', { count })}</h3>
        <p>
          {groups.join(', ')}. {t('throughGroupsHint')}
          {onExplain && (
            <>
              {' '}
              <button type="button" className="as-link" onClick={onExplain}>
                {t('explain')}
              </button>
            </>
          )}
        </p>
      </div>
    </section>
  )
}

export const EditorCards = ({ editing, onExplain }: { editing: Editing; onExplain: (() => void) | undefined }) => (
  <div className="ed-cards">
    <InheritableCard editing={editing} />
    <GroupsCard roles={editing.roles.read.data?.roles ?? []} onExplain={onExplain} />
  </div>
)

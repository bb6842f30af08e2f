// The tenants where a user stands themself, and the roles there. What is inherited, and why, belongs to the tenants'
// own pages.
import { Building2, Globe, PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { atGlobal } from '#contract/members.ts'
import type { UserRole } from '#contract/permission-entry.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { User } from '#contract/users.ts'
import { roleTitle } from '#web/lib/role-title.ts'
import { useMay } from '#web/lib/use-access.ts'
import { labelled } from '#web/lib/labelled.ts'
import { identityOf, type UserAccess } from './access.ts'
import { EffectiveRole, useEffectiveRoles } from './effective-roles.tsx'
import type { OpenUserDialog } from './user-head.tsx'

type Tenant = { id: string; title: string }

type LineProps = {
  user: User
  tenant: Tenant
  effectiveRoles: readonly UserRole[]
  names?: readonly string[]
  onEdit: (() => void) | undefined
}

/** `names`: what is known of the roles before they are read one by one. */
const Line = ({ user, tenant, effectiveRoles, names = [], onEdit }: LineProps) => {
  const { t } = useTranslation('users')
  const here = effectiveRoles.filter(({ tenantId }) => tenantId === tenant.id)
  const Icon = tenant.id === globalTenant ? Globe : Building2
  return (
    <div className="plain-row">
      <b>
        <Icon size={17} aria-hidden="true" />
        {tenant.title}
      </b>
      <span className="chips">
        {here.length > 0
          ? here.map((role) => <EffectiveRole key={role.roleId} user={user} role={role} />)
          : names.map((name) => (
              <span key={name} className="tag c">
                {name}
              </span>
            ))}
        {onEdit && (
          <button type="button" className="b sm" aria-label={labelled(t('editRoles'), tenant.title)} onClick={onEdit}>
            <PenLine size={14} aria-hidden="true" />
            {t('editRoles')}
          </button>
        )}
      </span>
    </div>
  )
}

type Props = { user: User; access: UserAccess; open: (opened: OpenUserDialog) => void }

const Head = ({ user, access, open }: Props) => {
  const { t } = useTranslation('users')
  return (
    <header className="et-head">
      <div className="et-title">
        <h2>{t('tenants')}</h2>
      </div>
      <span className="sp" />
      <div className="et-actions">
        {user.tenants.length > 0 && (
          <button type="button" className="b" onClick={() => open('places')}>
            {t('tenantRoles')}
          </button>
        )}
        {access.Add && (
          <button type="button" className="b" onClick={() => open('place')}>
            <Plus size={17} aria-hidden="true" />
            {t('addTenantRoles')}
          </button>
        )}
      </div>
    </header>
  )
}

export const TenantsTab = (props: Props) => {
  const { t } = useTranslation('users')
  const {
    user,
    access: { Add, Editor },
  } = props
  const [tenant, edit] = useState<Tenant>()
  const givesAtGlobal = useMay(atGlobal)
  const global = user.roles.flatMap(({ name, applications }) =>
    applications
      .filter(({ isGlobal }) => isGlobal)
      .map(({ title }) => roleTitle({ applicationTitle: title, roleName: name })),
  )
  const effectiveRoles = useEffectiveRoles(user)
  const everything = { id: globalTenant, title: t('globalTenant') }
  return (
    <div className="et embedded">
      <Head {...props} />
      <section className="card plain-list" aria-label={t('tenants')}>
        {global.length > 0 && (
          <Line
            user={user}
            tenant={everything}
            effectiveRoles={effectiveRoles}
            names={global}
            onEdit={givesAtGlobal ? () => edit(everything) : undefined}
          />
        )}
        {user.tenants.map((one) => (
          <Line key={one.id} user={user} tenant={one} effectiveRoles={effectiveRoles} onEdit={() => edit(one)} />
        ))}
        {user.tenants.length === 0 && global.length === 0 && (
          <div className="et-empty-box">
            <b>{t('noTenants')}</b>
            <p>{Add ? t('noTenantsAddHint', { button: t('addTenantRoles') }) : t('noTenantsHint')}</p>
          </div>
        )}
      </section>
      {tenant && <Editor identity={identityOf(user)} tenant={tenant} onClose={() => edit(undefined)} />}
    </div>
  )
}

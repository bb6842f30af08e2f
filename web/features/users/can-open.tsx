// "What can she open?": the applications of a user, each role with the way it comes, one click from its reason.
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { applicationAccess } from '#contract/application-access.ts'
import { type ApplicationPermissions, effectiveAccess } from '#contract/effective-access.ts'
import { globalTenant, tenants } from '#contract/tenants.ts'
import type { User } from '#contract/users.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { identityOf } from './access.ts'
import { nameOf } from './name.ts'
import './can-open.css'

const mostShown = 6

type Role = ApplicationPermissions['roleEntries'][number]

const RoleLine = ({ user, application, role }: { user: User; application: ApplicationPermissions; role: Role }) => {
  const { t } = useTranslation('users')
  const { WhyButton } = useParts()
  const tenant = { id: role.tenant.id, title: role.tenant.id === globalTenant ? t('globalTenant') : role.tenant.title }
  const group = role.direct ? undefined : role.viaGroups[0]
  return (
    <li>
      <span>
        {role.name}
        <small>
          {group ? t('throughGroupAt', { group, tenant: tenant.title }) : t('givenAt', { tenant: tenant.title })}
        </small>
      </span>
      {WhyButton && (
        <WhyButton
          user={identityOf(user)}
          tenant={tenant}
          role={{ id: role.id, name: role.name, applicationName: application.applicationName }}
        />
      )}
    </li>
  )
}

/** Where most of what they can open comes from: there a missing role is missed first. Global only where all is its. */
const mostlyAt = (applications: readonly ApplicationPermissions[]) => {
  const places = applications.flatMap(({ roleEntries }) => roleEntries.map(({ tenant }) => tenant))
  const below = places.filter(({ id }) => id !== globalTenant)
  const [most] = [...Map.groupBy(below, ({ id }) => id).values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? places[0]
}

/** Asks for what they can not open; chosen are a tenant and one of the roles that the reader may give. */
const WhyNot = ({ user, near }: { user: User; near: Role['tenant'] | undefined }) => {
  const { t } = useTranslation('users')
  const { explain } = useParts()
  const mayChooseTenant = useMay(tenants.list)
  const mayChooseRole = useMay(applicationAccess.approles)
  if (!explain || !mayChooseTenant || !mayChooseRole) return null
  return (
    <button type="button" className="b sm" onClick={() => explain({ user: identityOf(user), near })}>
      {t('whyNot')}
    </button>
  )
}

const Listed = ({ user }: { user: User }) => {
  const { t } = useTranslation('users')
  const id = useId()
  const [all, setAll] = useState(false)
  const { data } = useRead(effectiveAccess.permissions, { params: { x: user.id }, query: {} })
  if (!data) return null
  const applications = data.applicationPermissions
  const shown = all ? applications : applications.slice(0, mostShown)
  return (
    <section className="card can-open" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('canOpen', { name: nameOf(user) })}</h2>
        <WhyNot user={user} near={mostlyAt(applications)} />
      </header>
      {applications.length === 0 && (
        <p className="mut">{t(user.locked || user.draft ? 'opensNothingNow' : 'opensNothing')}</p>
      )}
      <ul>
        {shown.map((application) => (
          <li key={application.applicationId}>
            <AppIcon app={{ id: application.applicationId, title: application.displayName }} size={28} />
            <div>
              <b>{application.displayName}</b>
              <ul>
                {application.roleEntries.map((role) => (
                  <RoleLine key={role.id} user={user} application={application} role={role} />
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < applications.length && (
        <button
          type="button"
          className="b sm tx"
          onClick={({ currentTarget: { previousElementSibling: list } }) => {
            flushSync(() => setAll(true))
            // It goes: the focus goes on at the first that it has brought.
            list?.children[mostShown]?.querySelector('button')?.focus()
          }}
        >
          {t('showMore', { count: applications.length - shown.length })}
        </button>
      )}
    </section>
  )
}

/** For those who may ask what somebody else may do. */
export const CanOpen = ({ user }: { user: User }) =>
  useMay(effectiveAccess.permissions) ? <Listed user={user} /> : null

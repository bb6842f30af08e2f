// Whether a row passes its roles down, and the switch of it.
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Member, members } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { under } from '#web/lib/base.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { toUserMessage, showRefusal } from './refusal.ts'
import { isOwn, type Tenant, titled, type Titles } from './rules.ts'
import { PreviewFirst } from './preview-first.tsx'
import { WithReason } from '#web/ui/tip.tsx'

/** Where the source is changed: the same person, there. */
const sourcePage = ({ inheritedFrom, displayName }: Member) =>
  under(`admin/tenants/${inheritedFrom?.tenantId}?tab=members&q=${encodeURIComponent(displayName)}`)

const usePassingDown = ({ identityType, identityId, displayName, email }: Member, tenantId: string) => {
  const add = useWrite(members.add)
  return (on: boolean, seen?: string) => {
    if (identityType === 'Unknown') return Promise.resolve(undefined)
    // Nothing but this: the roles stay as they are, anyone who changes them meanwhile.
    return toUserMessage(
      add.mutateAsync({
        params: { tenantId },
        input: { identityType, identityId, email, displayName, roles: [], isInheritable: on },
        seen,
      }),
    )
  }
}

type Props = { member: Member; tenant: Tenant; titles: Titles; whyFixed: string | undefined }

/** Nothing is given by it and nothing is taken but what went further down. */
const stopped = ({ identityType, identityId }: Member, tenantId: string): PreviewedChange | undefined =>
  identityType === 'Unknown'
    ? undefined
    : { kind: 'addMember', tenantId, member: { identityType, identityId, roles: [], isInheritable: false } }

const Stopping = ({
  member,
  tenant,
  titles,
  run,
  onClose,
}: Omit<Props, 'whyFixed'> & { run: (seen: string | undefined) => unknown; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const roles = (member.roles ?? []).filter(isOwn).map((role) => titled(role, titles))
  const body =
    roles.length > 0
      ? t('stopPassingBody', { tenant: tenant.title, roles: roles.join(', ') })
      : t('stopPassingNothing', { tenant: tenant.title })
  return (
    <PreviewFirst
      change={stopped(member, tenant.id)}
      title={t('stopPassing', { name: member.displayName })}
      body={body}
      ok={t('stopPassingOk')}
      run={run}
      onClose={onClose}
    />
  )
}

/** Of an own row a switch; of an inherited one the way to where it is changed. */
export const InheritableCell = ({ member, tenant, titles, whyFixed }: Props) => {
  const { t } = useTranslation('members')
  const [asking, ask] = useState(false)
  const pass = usePassingDown(member, tenant.id)
  if (member.hierarchyType === 'ByHierarchy')
    return (
      <AppLink
        className="edit-there"
        href={sourcePage(member)}
        aria-label={t('editThereOf', { name: member.displayName, tenant: member.inheritedFrom?.tenantName ?? '' })}
      >
        {t('editThere')}
        <ArrowUpRight size={13} aria-hidden="true" />
      </AppLink>
    )
  const isGlobal = tenant.id === globalTenant
  const reason = isGlobal ? t('globalPasses') : whyFixed
  const press = (on: boolean) => (on ? void pass(true).catch(showRefusal) : ask(true))
  return (
    <>
      <WithReason reason={reason}>
        <input
          type="checkbox"
          role="switch"
          className="sw"
          aria-label={t('inheritableOf', { name: member.displayName })}
          checked={isGlobal || member.isInheritable}
          disabled={reason !== undefined || member.identityType === 'Unknown'}
          onChange={({ target }) => press(target.checked)}
        />
      </WithReason>
      {asking && (
        <Stopping
          member={member}
          tenant={tenant}
          titles={titles}
          run={(seen) => pass(false, seen)}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

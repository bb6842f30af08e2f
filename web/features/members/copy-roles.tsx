// The own roles of one at a tenant, given to a colleague in addition to what they have there.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { InheritedChip, OwnChip } from './chips.tsx'
import { type PickedIdentity, identityOf, IdentityPicker, type Kind } from './identity-picker.tsx'
import { type Identity, isOwn, standing, type Tenant } from './rules.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'
import { useRoles } from './use-roles.ts'
import './members.css'

type Props = { base: Base; source: Identity; roles: readonly RoleEntry[]; tenant: Tenant; onClose: () => void }

/** What the colleague is given, has already, or may not be given here. */
const sorted = (
  roles: readonly RoleEntry[],
  target: IdentityAtTenant,
  applications: readonly ApplicationWithRoles[],
) => {
  const current = new Set(target.roles.filter(isOwn).map(({ roleId }) => roleId))
  const open = new Set(
    applications.flatMap((application) =>
      application.roles.filter(({ byHierarchy }) => !byHierarchy).map(({ id }) => id),
    ),
  )
  const own = roles.filter(isOwn)
  return {
    copied: own.filter(({ roleId }) => !current.has(roleId) && open.has(roleId)),
    left: own.filter(({ roleId }) => current.has(roleId) || !open.has(roleId)),
  }
}

/** Named with their applications; how the source has them is not asked here. */
const Chips = ({ label, roles, locked = false }: { label: string; roles: readonly RoleEntry[]; locked?: boolean }) =>
  roles.length > 0 && (
    <div className="copied">
      <h3>{label}</h3>
      <span className="rcs">
        {roles.map((role) =>
          locked ? <InheritedChip key={role.roleId} role={role} /> : <OwnChip key={role.roleId} role={role} />,
        )}
      </span>
    </div>
  )

/** Once somebody was chosen: what it comes to, and the button that does it. */
const Result = ({
  props: { base, source, roles, tenant, onClose },
  colleague,
}: {
  props: Props
  colleague: Identity
}) => {
  const { t } = useTranslation('members')
  const target = useRoles({ base, identity: colleague, tenant })
  const applications = useRead(endpointsOf(base).roles, {
    query: { take: '1000000', identityId: colleague.id, tenantId: tenant.id },
  })
  const [failure, setFailure] = useState<string>()
  const { undoRows } = useParts()
  const [standingThere, choices] = [target.read.data, applications.data]
  const ready = standingThere !== undefined && choices !== undefined
  const titles = new Map(choices?.items.map(({ id, displayName }) => [id, displayName]))
  const named = (all: readonly RoleEntry[]): RoleEntry[] =>
    all.map((role) => ({
      ...role,
      roleName: `${titles.get(role.applicationId) ?? role.applicationName}: ${role.roleName}`,
      hierarchyType: 'Own',
      inheritedFrom: null,
    }))
  const { copied, left } =
    standingThere && choices ? sorted(roles, standingThere, choices.items) : { copied: [], left: [] }
  const copy = async () => {
    try {
      const { roles: ids, ends } = standing(copied)
      await target.give(ids, ends)
      showNotice({
        kind: 'success',
        title: t('copied', { count: copied.length, from: source.displayName, to: colleague.displayName }),
        action: undoRows?.([{ identityId: colleague.id, tenantId: tenant.id }]),
      })
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      {failure && <Alert>{failure}</Alert>}
      {ready && (
        <>
          <Chips label={t('toBeGiven')} roles={named(copied)} />
          <Chips label={t('leftOut')} roles={named(left)} locked />
          {copied.length === 0 && (
            <p className="note" role="status">
              {t('nothingToCopy', { name: colleague.displayName })}
            </p>
          )}
        </>
      )}
      <div className="dlg-actions">
        <CloseButton>{t('shell:cancel')}</CloseButton>
        <Button
          className="b pri"
          off={copied.length === 0 || target.busy}
          aria-busy={target.busy}
          onClick={() => void copy()}
        >
          {t('copyRoles')}
        </Button>
      </div>
    </>
  )
}

export const CopyRoles = (props: Props) => {
  const { t } = useTranslation('members')
  const { source, tenant, onClose } = props
  const [kind, setKind] = useState<Kind>(source.type)
  const { values, set, send, errorOf, changed } = useForm<{ identityId: PickedIdentity | undefined }>(
    { identityId: undefined },
    ({ identityId }) => ({
      identityId:
        identityId && identityId.id !== source.id ? undefined : t(identityId ? 'sameOne' : 'colleagueRequired'),
    }),
  )
  const chosen = values.identityId
  const colleague = chosen && chosen.id !== source.id ? identityOf(chosen) : undefined
  return (
    <WideDialog
      title={t('copyTitle', { name: source.displayName })}
      width={560}
      dirty={changed.length > 0}
      onClose={onClose}
    >
      <form className="member-dialog" noValidate onSubmit={(event) => void send(async () => {})(event)}>
        <p className="mut">{t('copyHint', { tenant: tenant.title })}</p>
        <IdentityPicker
          kind={kind}
          chosen={chosen}
          error={chosen?.id === source.id ? t('sameOne') : errorOf('identityId')}
          onKind={setKind}
          onChoose={(found) => set('identityId', found)}
        />
        {colleague && <Result key={colleague.id} props={props} colleague={colleague} />}
        {!colleague && (
          <div className="dlg-actions">
            <CloseButton>{t('shell:cancel')}</CloseButton>
            <button type="submit" className="b pri">
              {t('copyRoles')}
            </button>
          </div>
        )}
      </form>
    </WideDialog>
  )
}

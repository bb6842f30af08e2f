// R6-05: a tenant, roles of its applications, and whether the tenants below get them, too.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import type { NewMember } from '#contract/member-forms.ts'
import { type Member, members, ofGod } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { everyChoice } from '#web/lib/use-choices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useReview } from '#web/lib/use-review.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RoleChoice } from './role-choice.tsx'
import { type TenantChoice, type ChosenRole, whyNot } from './role-rules.ts'
import { type Tenant, TenantPicker } from './tenant-picker.tsx'

const PassDown = ({
  tenant,
  checked,
  onChange,
}: {
  tenant: Tenant | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) => {
  const { t } = useTranslation('groups')
  const id = useId()
  const isGlobal = tenant?.id === globalTenant
  return (
    <div className="pass-down">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="sw"
        checked={isGlobal || checked}
        disabled={isGlobal}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        <label htmlFor={id}>{t('passDown')}</label>
        <small id={`${id}-hint`}>{t(isGlobal ? 'passDownGlobal' : 'passDownHint')}</small>
      </span>
    </div>
  )
}

/** What the group has at the tenant already: more roles join it, and how it passes down stays unless it is changed. */
const useStanding = (group: Group, tenant: Tenant | undefined) => {
  const read = useRead(
    groups.roles,
    { params: { id: group.id }, query: { filter: `tenantId eq '${tenant?.id}'`, ...everyChoice } },
    { when: tenant !== undefined },
  )
  const items = tenant ? (read.data?.items ?? []) : []
  return {
    roleIds: new Set(items.map(({ roleId }) => roleId)),
    passesDown: items.some(({ isInheritable }) => isInheritable),
    waiting: read.isLoading,
  }
}

/** Named as on the wire, so that the server's words find their field. */
type Values = {
  tenantId: Tenant | undefined
  applicationId: string
  roles: readonly ChosenRole[]
  isInheritable: boolean | undefined
}
const nothing: Values = { tenantId: undefined, applicationId: '', roles: [], isInheritable: undefined }

const useTenantForm = (isGod: boolean) => {
  const { t } = useTranslation('groups')
  return useForm<Values>(nothing, ({ tenantId, applicationId, roles }) => {
    const none = !roles.some((wish) => !whyNot(wish, { tenantId: tenantId?.id, isGod, roleIds: new Set() }))
    return {
      tenantId: tenantId ? undefined : t('tenantRequired'),
      applicationId: none && !applicationId ? t('applicationRequired') : undefined,
      roles: none && applicationId ? t('rolesRequired') : undefined,
    }
  })
}

type Props = { group: Group; onClose: () => void; onAdded: (member: Member) => void }

type Adding = z.input<typeof NewMember>

/** Whom it hits is shown as soon as it is known what is given where. */
const useAddingTo = (tenant: Tenant | undefined, member: Adding, known: boolean) => {
  const add = useWrite(members.add)
  const { previewOf } = useParts()
  const shown = tenant && known && member.roles?.length ? tenant : undefined
  const { view, ready, asReviewed } = useReview(previewOf?.(shown && { kind: 'addMember', tenantId: shown.id, member }))
  return {
    view,
    ready,
    busy: add.isPending,
    addTo: ({ id: tenantId }: Tenant) =>
      asReviewed((seen) => add.mutateAsync({ params: { tenantId }, input: member, seen })),
  }
}

const useAdding = ({ group, onAdded }: Props) => {
  const isGod = useMay(ofGod)
  const form = useTenantForm(isGod)
  const { tenantId: tenant, roles, isInheritable } = form.values
  const standing = useStanding(group, tenant)
  const place: TenantChoice = { tenantId: tenant?.id, isGod, roleIds: standing.roleIds }
  const passesDown = isInheritable ?? standing.passesDown
  const member: Adding = {
    identityType: 'Group',
    identityId: group.id,
    roles: roles.filter((wish) => !whyNot(wish, place)).map(({ role }) => role.id),
    isInheritable: passesDown || tenant?.id === globalTenant,
  }
  const { addTo, busy, ...review } = useAddingTo(tenant, member, !standing.waiting)
  const submit = form.send(async () => {
    if (tenant) onAdded(await addTo(tenant))
  })
  return { ...form, ...review, place, passesDown, standing, submit, busy: busy || standing.waiting }
}

export const AddTenantDialog = (props: Props) => {
  const { t } = useTranslation('groups')
  const { group, onClose } = props
  const { values, set, errorOf, failure, changed, place, passesDown, standing, submit, view, ready, busy } =
    useAdding(props)
  const { tenantId: tenant, applicationId, roles } = values
  const choose = (chosen: Tenant | undefined) => {
    set('tenantId', chosen)
    set('isInheritable', undefined)
  }
  return (
    <FormDialog
      title={t('addTenantTo', { group: group.name })}
      width={640}
      form={{ changed, failure }}
      className="group-dialog"
      busy={busy}
      ready={ready}
      verb={t('addTenant')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TenantPicker chosen={tenant} error={errorOf('tenantId')} onChoose={choose} />
      {standing.roleIds.size > 0 && (
        <p className="note" role="status">
          {t('standsHere')}
        </p>
      )}
      <RoleChoice
        applicationId={applicationId}
        onApplication={(id) => set('applicationId', id)}
        errorOf={errorOf}
        place={place}
        chosen={roles}
        onChoose={(wishes) => set('roles', wishes)}
      />
      <PassDown tenant={tenant} checked={passesDown} onChange={(on) => set('isInheritable', on)} />
      {view}
    </FormDialog>
  )
}

// What the steps of the wizard share: the person, the tenant, the roles, and whether it is approved at once.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationAccess } from '#contract/application-access.ts'
import { type AccessibleTenant, userTypes } from '#contract/consultants.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import type { UserEdit, SelectedRole } from '../parts.ts'
import { type PersonValues, usePersonErrors, valuesOf } from './person-form.ts'
import type { Start } from './use-start.ts'

/** R9-12 */
const mostApplications = '1000000'

export type Step = 'user' | 'permissions'
export type Subject = { readonly edited: UserEdit; readonly tenant: AccessibleTenant; readonly start: Start }

/** Of a request for somebody who is there, the person is not asked about. */
const describesPerson = ({ edited, start }: Subject) => edited.kind === 'new' || start.draft !== undefined

const useRoles = ({ edited, start }: Subject, tenant: AccessibleTenant | undefined) => {
  const [chosen, choose] = useState(start.roles)
  const applications = useRead(
    applicationAccess.profileApproles,
    {
      query: {
        take: mostApplications,
        orderBy: 'displayName',
        visibility: 'OperationRequest',
        tenantId: tenant?.id,
        ...(edited.kind === 'user' && { identityId: edited.user.id }),
      },
    },
    { when: tenant !== undefined },
  )
  const known = (applications.data?.items ?? []).flatMap(({ id, roles }) =>
    roles.map((role) => ({ roleId: role.id, applicationId: id, open: !role.byHierarchy })),
  )
  const wanted = new Set(chosen.map(({ roleId }) => roleId))
  // What may not be asked for here stays as it is.
  const asked = known.filter(({ roleId }) => wanted.has(roleId))
  return {
    applications,
    chosen,
    choose: (roles: readonly SelectedRole[]) => choose(roles),
    /** Says how many of them are new. */
    add: (ids: readonly string[]) => {
      const added = known.filter(({ roleId, open }) => open && ids.includes(roleId) && !wanted.has(roleId))
      choose([...chosen, ...added])
      return added.length
    },
    ids: asked.map(({ roleId }) => roleId),
    counts: { roles: asked.length, applications: new Set(asked.map(({ applicationId }) => applicationId)).size },
    changed:
      chosen.length !== start.roles.length ||
      chosen.some(({ roleId }) => !start.roles.some((own) => own.roleId === roleId)),
  }
}

const useTenant = ({ edited, tenant: first }: Subject) => {
  const { t } = useTranslation('consultants')
  const [chosen, choose] = useState<AccessibleTenant | undefined>(first)
  const [missed, miss] = useState(false)
  return {
    chosen,
    choose,
    clear: () => choose(undefined),
    /** R5.2-12 */
    error: missed && !chosen ? t('members:tenantRequired') : undefined,
    miss: () => miss(true),
    fixed: edited.kind === 'user',
    changed: chosen?.id !== first.id,
  }
}

/** A-109, as the server has it. */
const useExternal = (subject: Subject, { email, areaId }: PersonValues) => {
  const { edited, start } = subject
  const { companyDomains } = useConfig()
  if (edited.kind === 'user' && !describesPerson(subject)) return edited.user.userType === userTypes.External
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  if (companyDomains.length === 0) return start.areas.find(({ id }) => id === areaId)?.isCustomers === true
  return !companyDomains.some((own) => own.trim().toLowerCase() === domain)
}

const personOf = (subject: Subject, values: PersonValues) => {
  const { edited, start } = subject
  if (edited.kind === 'user' && !describesPerson(subject)) {
    const { displayName, email, jobTitle } = edited.user
    return { name: displayName, email, line: [email, jobTitle].filter(Boolean).join(' · ') }
  }
  const { userName, email, firstName, lastName, jobTitle, areaId } = values
  const area = start.areas.find(({ id }) => id === areaId)
  const line = [email, area?.isCustomers && jobTitle, area?.name]
  return {
    name: `${firstName} ${lastName}`.trim() || userName,
    email: email.trim(),
    line: line.filter(Boolean).join(' · '),
  }
}

export const useWizard = (subject: Subject) => {
  const { edited, start } = subject
  const describes = describesPerson(subject)
  const errorsOf = usePersonErrors()
  const form = useForm(valuesOf(start.draft, start.areas), (values) => (describes ? errorsOf(values) : {}))
  const [step, go] = useState<Step>(describes ? 'user' : 'permissions')
  const [approve, setApprove] = useState(false)
  const tenant = useTenant(subject)
  const roles = useRoles(subject, tenant.chosen)
  const offered = tenant.chosen?.canAutoApprove === true
  return {
    start,
    form,
    step,
    go,
    tenant,
    roles,
    approval: { offered, on: offered && approve, set: setApprove },
    external: useExternal(subject, form.values),
    person: personOf(subject, form.values),
    /** R2.6-26 */
    edits: edited.kind === 'user' && edited.user.requestId !== null,
    describes,
    editPerson: describes ? () => go('user') : undefined,
    dirty: form.changed.length > 0 || roles.changed || tenant.changed || approve,
  }
}
export type WizardState = ReturnType<typeof useWizard>

// What the wizard begins with: nothing, a request that waits, or what somebody has at the tenant today.
import { type AccessibleTenant, consultants, type OpenArea } from '#contract/consultants.ts'
import { draftUsers } from '#contract/draft-users.ts'
import type { RequestUser } from '#contract/operation-request-forms.ts'
import { members } from '#contract/members.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { Edited, SelectedRole } from '../parts.ts'

export type Start = {
  readonly areas: readonly OpenArea[]
  /** The new user of a request that waits. */
  readonly draft: RequestUser | undefined
  readonly roles: readonly SelectedRole[]
  /** What the person has today, from wherever. */
  readonly present: readonly RoleEntry[]
  readonly isInheritable: boolean
}

/** Given at the tenant itself, by no group. */
const isOwn = ({ hierarchyType, viaGroup }: RoleEntry) => !viaGroup && hierarchyType !== 'ByHierarchy'

const nobody = '00000000-0000-0000-0000-000000000000'

export const useStart = (edited: Edited, tenant: AccessibleTenant) => {
  const user = edited.kind === 'user' ? edited.user : undefined
  const requestId = user?.requestId ?? undefined
  const hasDraft = user?.draft === true && requestId !== undefined
  const describes = user === undefined || hasDraft
  const hasStanding = user?.draft === false
  const query = { identityId: user?.id ?? nobody, isGroup: 'false' } as const
  const areas = useRead(consultants.areas, {}, { when: describes })
  const draft = useRead(draftUsers.get, { params: { id: requestId ?? nobody } }, { when: hasDraft })
  const asked = useRead(
    operationRequests.permissions,
    { query: { ...query, tenantId: tenant.id } },
    { when: requestId !== undefined },
  )
  const standing = useRead(
    members.profileIdentity,
    { params: { tenantId: tenant.id }, query: { ...query, includeHierarchy: 'true' } },
    { when: hasStanding },
  )
  const reads = [
    ...(describes ? [areas] : []),
    ...(hasDraft ? [draft] : []),
    ...(requestId === undefined ? [] : [asked]),
    ...(hasStanding ? [standing] : []),
  ]
  const failed = reads.find(({ isError }) => isError)
  const present = standing.data?.roles ?? []
  const start: Start | undefined = reads.every(({ data }) => data !== undefined)
    ? {
        areas: areas.data?.items ?? [],
        draft: draft.data,
        roles: asked.data?.roles ?? present.filter(isOwn),
        present,
        isInheritable: asked.data?.isInheritable ?? standing.data?.isInheritable ?? false,
      }
    : undefined
  return {
    start: failed ? undefined : start,
    failure: failed?.error,
    retry: () => void failed?.refetch(),
  }
}

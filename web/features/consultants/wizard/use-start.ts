// What the wizard begins with: nothing, a request that waits, or what somebody has at the tenant today.
import { type AccessibleTenant, consultants, type OpenArea, type TenantUser } from '#contract/consultants.ts'
import { draftUsers } from '#contract/draft-users.ts'
import type { RequestUser } from '#contract/operation-request-forms.ts'
import { members } from '#contract/members.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { UserEdit, SelectedRole } from '../parts.ts'

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

/** What is read before, each only where it is needed. */
const useReads = (user: TenantUser | undefined, tenantId: string) => {
  const requestId = user?.requestId ?? undefined
  const hasDraft = user?.draft === true && requestId !== undefined
  const query = { identityId: user?.id ?? nobody, isGroup: 'false' } as const
  const wanted = {
    areas: user === undefined || hasDraft,
    draft: hasDraft,
    asked: requestId !== undefined,
    standing: user?.draft === false,
  }
  const reads = {
    areas: useRead(consultants.areas, {}, { when: wanted.areas }),
    draft: useRead(draftUsers.get, { params: { id: requestId ?? nobody } }, { when: wanted.draft }),
    asked: useRead(operationRequests.permissions, { query: { ...query, tenantId } }, { when: wanted.asked }),
    standing: useRead(
      members.profileIdentity,
      { params: { tenantId }, query: { ...query, includeHierarchy: 'true' } },
      { when: wanted.standing },
    ),
  }
  return { reads, wanted }
}

type Reading = ReturnType<typeof useReads>
type Reads = Reading['reads']

const awaitedOf = ({ reads: { areas, draft, asked, standing }, wanted }: Reading) => {
  // A draft that somebody else made is not theirs to describe: of its request only the roles are edited.
  const isOthers = isProblem(draft.error, 404)
  return [
    { when: wanted.areas, read: areas },
    { when: wanted.draft && !isOthers, read: draft },
    { when: wanted.asked, read: asked },
    { when: wanted.standing, read: standing },
  ].flatMap(({ when, read }) => (when ? [read] : []))
}

const startOf = ({ areas, draft, asked, standing }: Reads): Start => {
  const present = standing.data?.roles ?? []
  const { roles, isInheritable } = asked.data ?? {
    roles: present.filter(isOwn),
    isInheritable: standing.data?.isInheritable === true,
  }
  return { areas: areas.data?.items ?? [], draft: draft.data, roles, present, isInheritable }
}

export const useStart = (edited: UserEdit, tenant: AccessibleTenant) => {
  const reading = useReads(edited.kind === 'user' ? edited.user : undefined, tenant.id)
  const awaited = awaitedOf(reading)
  const failed = awaited.find(({ isError }) => isError)
  const ready = !failed && awaited.every(({ data }) => data !== undefined)
  return {
    start: ready ? startOf(reading.reads) : undefined,
    failure: failed?.error,
    retry: () => void failed?.refetch(),
  }
}

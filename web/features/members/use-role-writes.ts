// The writes of a member's roles; each is sent with the preview that was seen.
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { IdentityAtTenant } from '#contract/members.ts'
import { resourceOf, useWrite } from '#web/lib/use-endpoint.ts'
import { toUserMessage } from './refusal.ts'
import { type Identity, type Tenant } from './rules.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'

export type End = { roleId: string; endsOn: string }

export type OwnRoles = { roles: string[]; ends: End[] }

/** As it was seen, and the stamp of what its change would do. */
type Row = { isInheritable: boolean; modifiedOn: string | undefined; seen: string | undefined }

export type Subject = { base: Base; identity: Identity; tenant: Tenant }

export const askFor = ({ identity, tenant }: Subject) =>
  ({
    params: { tenantId: tenant.id },
    query: { identityId: identity.id, isGroup: identity.type === 'Group' ? 'true' : 'false', includeHierarchy: 'true' },
  }) as const

/** Of users, groups and the role picker, which show the same from another side. */
const alsoChanged = ['users', 'groups', 'applications', 'access']

/** What was changed here is asked again there. */
export const useForgotten = () => {
  const answers = useQueryClient()
  return () => {
    for (const resource of alsoChanged) void answers.invalidateQueries({ queryKey: [resource] })
  }
}

/** Waits for a write; afterwards everything that shows what it wrote is asked again. */
const useSettled = (base: Base, answered: (row: MemberVersion) => void) => {
  const answers = useQueryClient()
  const forget = useForgotten()
  return async <Result extends MemberVersion | undefined>(work: Promise<Result>) => {
    try {
      const answer = await toUserMessage(work)
      if (answer) answered(answer)
      return answer
    } finally {
      forget()
      await answers.invalidateQueries({ queryKey: [resourceOf(endpointsOf(base).identity)] })
    }
  }
}

/** What is written, one after the other; afterwards everything that shows it is asked again. */
export const useWrites = ({ base, identity, tenant }: Subject, answered: (row: MemberVersion) => void) => {
  const { add, save, revoke } = endpointsOf(base)
  const settled = useSettled(base, answered)
  const [adding, saving, revoking] = [useWrite(add), useWrite(save), useWrite(revoke)]
  const params = { tenantId: tenant.id }
  return {
    busy: adding.isPending || saving.isPending || revoking.isPending,
    settled,
    /** In addition to what is there. */
    add: ({ roles, ends }: OwnRoles, isInheritable: boolean, seen?: string) =>
      adding.mutateAsync({
        params,
        input: {
          identityType: identity.type,
          identityId: identity.id,
          email: identity.email ?? null,
          displayName: identity.displayName,
          roles,
          isInheritable,
          ...(ends.length > 0 && { ends }),
        },
        seen,
      }),
    /** Instead of what is there. */
    save: (id: string, { roles, ends }: OwnRoles, { isInheritable, modifiedOn, seen }: Row) =>
      saving.mutateAsync({
        params: { ...params, id },
        input: { isInheritable, roles, ends, ...(modifiedOn && { modifiedOn }) },
        seen,
      }),
    revoke: (applicationId: number, includeParent: boolean, seen?: string) =>
      revoking.mutateAsync({
        params,
        input: { applicationIds: [applicationId], userId: identity.id, includeParent },
        seen,
      }),
  }
}

type MemberVersion = Pick<IdentityAtTenant, 'id' | 'modifiedOn'>

/** What the reader has seen of a row: as it is shown, or as their own change of a moment ago left it. */
export const useReviewed = (shown: MemberVersion | undefined) => {
  const own = useRef<MemberVersion>(undefined)
  return {
    answered: (row: MemberVersion) => {
      own.current = row
    },
    /** Of a row that came since nothing was seen. */
    when: (present: MemberVersion) => {
      const times = [shown, own.current].flatMap((row) => (row?.id === present.id && row.modifiedOn) || [])
      return times.toSorted().at(-1) ?? present.modifiedOn ?? undefined
    },
  }
}

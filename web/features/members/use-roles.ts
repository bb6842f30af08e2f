// The roles of one identity at one tenant: read, and every change of them, saved at once. What replaces the own roles
// begins from how they stand on the server, and is refused where they moved since they were seen (T57, A-201).
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { IdentityAtTenant } from '#contract/members.ts'
import { globalTenant } from '#contract/tenants.ts'
import { call } from '#web/lib/client.ts'
import { resourceOf, useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { toUserMessage } from './refusal.ts'
import { type Identity, standing, standsHere, type Tenant } from './rules.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'

type End = { roleId: string; endsOn: string }
type Own = { roles: string[]; ends: End[] }
/** As it was seen, and the stamp of what its change would do. */
type Row = { isInheritable: boolean; modifiedOn: string | undefined; seen: string | undefined }
type Subject = { base: Base; identity: Identity; tenant: Tenant }

const askFor = ({ identity, tenant }: Subject) =>
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

/** What is written, one after the other; afterwards everything that shows it is asked again. */
const useWrites = ({ base, identity, tenant }: Subject, answered: (row: Moved) => void) => {
  const { identity: reading, add, save, revoke } = endpointsOf(base)
  const answers = useQueryClient()
  const forget = useForgotten()
  const [adding, saving, revoking] = [useWrite(add), useWrite(save), useWrite(revoke)]
  const params = { tenantId: tenant.id }
  return {
    busy: adding.isPending || saving.isPending || revoking.isPending,
    settled: async <Result extends Moved | undefined>(work: Promise<Result>) => {
      try {
        const answer = await toUserMessage(work)
        if (answer) answered(answer)
        return answer
      } finally {
        forget()
        await answers.invalidateQueries({ queryKey: [resourceOf(reading)] })
      }
    },
    /** In addition to what is there. */
    add: ({ roles, ends }: Own, isInheritable: boolean, seen?: string) =>
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
    save: (id: string, { roles, ends }: Own, { isInheritable, modifiedOn, seen }: Row) =>
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

type Moved = Pick<IdentityAtTenant, 'id' | 'modifiedOn'>

/** What the reader has seen of a row: as it is shown, or as their own change of a moment ago left it. */
const useReviewed = (shown: Moved | undefined) => {
  const own = useRef<Moved>(undefined)
  return {
    answered: (row: Moved) => {
      own.current = row
    },
    /** Of a row that came since nothing was seen. */
    when: (present: Moved) => {
      const times = [shown, own.current].flatMap((row) => (row?.id === present.id && row.modifiedOn) || [])
      return times.toSorted().at(-1) ?? present.modifiedOn ?? undefined
    },
  }
}

const without = ({ roles, ends }: Own, taken: readonly string[]): Own => ({
  roles: roles.filter((id) => !taken.includes(id)),
  ends: ends.filter(({ roleId }) => !taken.includes(roleId)),
})
const ending = ({ roles, ends }: Own, roleId: string, endsOn: string | undefined): Own => ({
  roles,
  ends: [...ends.filter((other) => other.roleId !== roleId), ...(endsOn ? [{ roleId, endsOn }] : [])],
})

export const useRoles = (subject: Subject) => {
  const { identity: reading } = endpointsOf(subject.base)
  const read = useRead(reading, askFor(subject), { previous: true })
  /** Before there is a row: how the first one will be. */
  const [wish, setWish] = useState(false)
  const seen = useReviewed(read.data)
  const { busy, settled, add, save, revoke } = useWrites(subject, seen.answered)
  const stands = read.data !== undefined && standsHere(read.data)
  const passesDown = subject.tenant.id === globalTenant || (stands ? read.data.isInheritable : wish)

  const now = () => call(reading, askFor(subject))
  const replace = async (change: (own: Own) => Own, stamp?: string) => {
    const present = await now()
    if (!standsHere(present) || present.id === null) return undefined
    const { id, isInheritable } = present
    return save(id, change(standing(present.roles)), { isInheritable, modifiedOn: seen.when(present), seen: stamp })
  }
  const give = async (own: Own) => {
    const present = await now()
    return add(own, standsHere(present) ? present.isInheritable : passesDown)
  }
  return {
    read,
    passesDown,
    busy,
    give: (roles: readonly string[], ends: readonly End[] = []) =>
      settled(give({ roles: [...roles], ends: [...ends] })),
    take: (taken: readonly string[], stamp?: string) => settled(replace((own) => without(own, taken), stamp)),
    end: (roleId: string, endsOn: string | undefined) => settled(replace((own) => ending(own, roleId, endsOn))),
    revoke: (applicationId: number, includeParent: boolean, stamp?: string) =>
      settled(revoke(applicationId, includeParent, stamp)),
    passDown: async (on: boolean, stamp?: string) =>
      stands ? settled(add({ roles: [], ends: [] }, on, stamp)) : setWish(on),
  }
}
export type Roles = ReturnType<typeof useRoles>

// The roles of one identity at one tenant: read, and every change of them, saved at once. What replaces the own roles
// begins from how they stand on the server, and is refused where they moved since they were seen (T57, A-201).
import { useState } from 'react'
import { globalTenant } from '#contract/tenants.ts'
import { call } from '#web/lib/client.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { standing, standsHere } from './rules.ts'
import { endpointsOf } from './use-member-endpoints.ts'
import { type End, type OwnRoles, type Subject, askFor, useWrites, useReviewed } from './use-role-writes.ts'

const without = ({ roles, ends }: OwnRoles, taken: readonly string[]): OwnRoles => ({
  roles: roles.filter((id) => !taken.includes(id)),
  ends: ends.filter(({ roleId }) => !taken.includes(roleId)),
})

const ending = ({ roles, ends }: OwnRoles, roleId: string, endsOn: string | undefined): OwnRoles => ({
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
  const replace = async (change: (own: OwnRoles) => OwnRoles, stamp?: string) => {
    const present = await now()
    if (!standsHere(present) || present.id === null) return undefined
    const { id, isInheritable } = present
    return save(id, change(standing(present.roles)), { isInheritable, modifiedOn: seen.when(present), seen: stamp })
  }
  const give = async (own: OwnRoles) => {
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

// One change that gives a missing role: as a change to look at, done, and taken back.
import { groups } from '#contract/groups.ts'
import { members } from '#contract/members.ts'
import type { Gift, Why } from '#contract/why.ts'
import { call } from '#web/lib/client.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import type { StepChange } from './step-preview.tsx'
import { passingDown, useRewriting } from './use-rewriting.ts'

const known = { error: null, refetch: () => {} }

/** A row that stands there keeps its other roles. */
const useGivingHere = ({ user, role, tenant }: Why, { isInheritable }: Gift): StepChange => {
  const { undoNewest } = useParts()
  const mayWrite = useMay(members.add)
  const member = { identityType: 'User' as const, identityId: user.id, roles: [role.id], isInheritable }
  const row = { identityId: user.id, tenantId: tenant.id }
  return {
    ...known,
    change: { kind: 'addMember', tenantId: tenant.id, member },
    run: mayWrite ? (seen) => call(members.add, { params: { tenantId: tenant.id }, input: member, seen }) : undefined,
    undo: undoNewest && (() => undoNewest(row)),
  }
}

const useJoining = ({ user }: Why, { group }: Gift): StepChange => {
  const mayWrite = useMay(groups.addMember)
  const groupId = group?.id ?? ''
  return {
    ...known,
    change: { kind: 'joinGroup', groupId, userId: user.id },
    run: mayWrite
      ? (seen) =>
          call(groups.addMember, {
            params: { id: groupId },
            input: { userId: user.id, permission: 'Reader' },
            seen,
          })
      : undefined,
    undo: () => call(groups.removeMember, { params: { id: groupId, userId: user.id } }),
  }
}

export const useGiving = (why: Why, gift: Gift): StepChange => {
  const { kind, group, tenantId, memberId } = gift
  const here = useGivingHere(why, gift)
  const joining = useJoining(why, gift)
  const row = { identityId: group?.id ?? why.user.id, isGroup: group !== null, tenantId, memberId }
  const inheriting = useRewriting(row, { when: kind === 'inherit', changed: passingDown })
  return { 'give-role': here, 'join-group': joining, inherit: inheriting }[kind]
}

// One step of the smallest change that removes a role: as a change to look at, done, and taken back.
import { groups } from '#contract/groups.ts'
import type { RemovalStep, Why } from '#contract/why.ts'
import { call } from '#web/lib/client.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { StepChange } from './step-preview.tsx'
import { useRewriting, withoutRole } from './use-rewriting.ts'

const useLeaving = ({ user }: Why, { group, kind }: RemovalStep): StepChange => {
  const groupId = group?.id ?? ''
  const mayRead = useMay(groups.ofUser)
  const { data } = useRead(
    groups.ofUser,
    { params: { id: user.id }, query: { filter: `groupId eq '${groupId}'`, take: '1' } },
    { when: kind === 'leave-group' && mayRead },
  )
  const permission = data?.items[0]?.permission
  return {
    change: { kind: 'leaveGroup', groupId, userId: user.id },
    error: null,
    refetch: () => {},
    run: mayRead ? (seen) => call(groups.removeMember, { params: { id: groupId, userId: user.id }, seen }) : undefined,
    undo:
      permission && (() => call(groups.addMember, { params: { id: groupId }, input: { userId: user.id, permission } })),
  }
}

export const useRemoving = (why: Why, step: RemovalStep): StepChange => {
  const { kind, group, tenantId, memberId } = step
  const leaving = useLeaving(why, step)
  const row = { identityId: group?.id ?? why.user.id, isGroup: group !== null, tenantId, memberId }
  const taking = useRewriting(row, { when: kind === 'take-role', changed: withoutRole(why.role.id) })
  return kind === 'leave-group' ? leaving : taking
}

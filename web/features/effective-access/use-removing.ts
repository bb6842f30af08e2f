// One step of the smallest change that removes a role: as a change to look at, done, and taken back.
import { useQueryClient } from '@tanstack/react-query'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { groups } from '#contract/groups.ts'
import type { SavedMember } from '#contract/member-forms.ts'
import { members } from '#contract/members.ts'
import type { RemovalStep, Why } from '#contract/why.ts'
import type { z } from 'zod'
import { call } from '#web/lib/client.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

/** What shows access: read again after a step. */
const resources = ['access', 'tenants', 'members', 'users', 'groups']

export const useReadAgain = () => {
  const answers = useQueryClient()
  return () => Promise.all(resources.map((one) => answers.invalidateQueries({ queryKey: [one] })))
}

type Removing = {
  /** Unknown until what stands there was read. */
  readonly change: PreviewedChange | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
  /** Absent for those who may look only. */
  readonly run: ((seen: string | undefined) => Promise<unknown>) | undefined
  readonly undo: (() => Promise<unknown>) | undefined
}

const useLeaving = ({ user }: Why, { group, kind }: RemovalStep): Removing => {
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

type Row = { params: { tenantId: string; id: string }; input: z.input<typeof SavedMember> }

/** The row is cleared of this role and keeps the others, as they stand. */
const useTaking = ({ user, role }: Why, { kind, group, memberId, tenantId }: RemovalStep): Removing => {
  const { undoNewest } = useParts()
  const mayWrite = useMay(members.save)
  const identityId = group?.id ?? user.id
  const { data, error, refetch } = useRead(
    members.identity,
    { params: { tenantId: tenantId ?? '' }, query: { identityId, isGroup: group ? 'true' : 'false' } },
    { when: kind === 'take-role' },
  )
  const rowOf = (): Row | undefined => {
    if (!data || !memberId || !tenantId) return undefined
    const kept = data.roles.filter(
      (one) => one.roleId !== role.id && !one.viaGroup && one.hierarchyType !== 'ByHierarchy',
    )
    const ends = kept.flatMap(({ roleId, endsOn }) => (endsOn ? [{ roleId, endsOn }] : []))
    const input = { isInheritable: data.isInheritable, roles: kept.map(({ roleId }) => roleId), ends }
    return { params: { tenantId, id: memberId }, input }
  }
  const row = rowOf()
  return {
    change: row && { kind: 'saveMember', tenantId: row.params.tenantId, memberId: row.params.id, member: row.input },
    error,
    refetch,
    run: row && mayWrite ? (seen) => call(members.save, { ...row, seen }) : undefined,
    undo: tenantId && undoNewest ? () => undoNewest({ identityId, tenantId }) : undefined,
  }
}

export const useRemoving = (why: Why, step: RemovalStep): Removing => {
  const leaving = useLeaving(why, step)
  const taking = useTaking(why, step)
  return step.kind === 'leave-group' ? leaving : taking
}

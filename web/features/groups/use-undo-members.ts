// The ways back of who is in a group: anyone who was taken out joins again as what they were, and the other way round.
import { useMemo } from 'react'
import type { GroupMember } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import { call } from '#web/lib/client.ts'
import { useUndoAction } from '#web/lib/use-undo-action.ts'

const shownBy = ['groups', 'users', 'access']

export const useUndoMembers = (groupId: string) => {
  const offer = useUndoAction(shownBy)
  return useMemo(() => {
    const params = { id: groupId }
    const put = ({ userId, permission }: GroupMember) =>
      call(groups.addMember, { params, input: { userId, permission } })
    const take = ({ userId }: GroupMember) => call(groups.removeMember, { params: { ...params, userId } })
    return {
      put,
      /** Of those that were taken out, or have another permission now. */
      putBack: (members: readonly GroupMember[]) => offer(() => members.map((member) => () => put(member))),
      takeOut: (member: GroupMember) => offer(() => [() => take(member)]),
    }
  }, [groupId, offer])
}

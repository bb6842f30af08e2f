// R5.3-01: one more group for a user.
import { useTranslation } from 'react-i18next'
import { type Group } from '#contract/group-entry.ts'
import type { Membership } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import type { UserItem } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { useUndoAction } from '#web/lib/use-undo-action.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { GroupPicker } from './group-picker.tsx'
import { nameOf } from './name.ts'

const shownBy = ['groups', 'users', 'access']

const membershipOf = async (id: string, groupId: string) =>
  (await call(groups.ofUser, { params: { id }, query: { filter: `groupId eq '${groupId}'`, take: '1' } })).items.find(
    (one) => one.groupId === groupId,
  )

/** Out of the group again; or, anyone who was in it before, with the permission of then. */
const backTo =
  (before: Membership | undefined, { userId, groupId }: { userId: string; groupId: string }) =>
  () =>
    before
      ? call(groups.addMember, { params: { id: groupId }, input: { userId, permission: before.permission } })
      : call(groups.removeMember, { params: { id: groupId, userId } })

type Props = {
  user: Pick<UserItem, 'id' | 'firstName' | 'lastName' | 'userName'>
  onClose: () => void
}

/** Named as on the wire, so that the server's words find their field. */
type Values = { groupId: Group | undefined }

/** Opened once it is known what the group is called that was chosen already. */
export const AddToGroupDialog = ({ groupId = '', ...props }: Props & { groupId?: string }) => {
  const asked = useRead(groups.get, { params: { id: groupId } }, { when: groupId !== '' })
  if (asked.isLoading) return null
  return <Asking {...props} chosen={asked.data?.automated ? undefined : asked.data} />
}

const Asking = ({ user, chosen, onClose }: Props & { chosen: Group | undefined }) => {
  const { t } = useTranslation('users')
  const join = useWrite(groups.join)
  const { values, set, send, errorOf, failure, changed } = useForm<Values>({ groupId: chosen }, ({ groupId }) => ({
    groupId: groupId ? undefined : t('groupRequired'),
  }))
  const { groupId: group } = values
  const { previewOf } = useParts()
  const offerUndo = useUndoAction(shownBy)
  const { view, ready, asReviewed } = useReview(
    group && previewOf?.({ kind: 'joinGroup', groupId: group.id, userId: user.id }),
  )
  const submit = send(async () => {
    if (!group) return
    const input = { groupId: group.id }
    const before = await membershipOf(user.id, group.id)
    const { groupName } = await asReviewed((seen) => join.mutateAsync({ params: { id: user.id }, input, seen }))
    showNotice({
      kind: 'success',
      title: t('addedToGroup', { name: nameOf(user), group: groupName }),
      action: offerUndo(() => [backTo(before, { userId: user.id, groupId: group.id })]),
    })
    onClose()
  })
  return (
    <FormDialog
      title={t('addToGroupTitle', { name: nameOf(user) })}
      width={640}
      form={{ changed, failure }}
      className="dlg-form"
      busy={join.isPending}
      ready={ready}
      verb={t('addToGroup')}
      onSubmit={submit}
      onClose={onClose}
    >
      <GroupPicker chosen={group} error={errorOf('groupId')} onChoose={(next) => set('groupId', next)} />
      {view}
    </FormDialog>
  )
}

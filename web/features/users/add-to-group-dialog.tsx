// R5.3-01: one more group for a user.
import { useTranslation } from 'react-i18next'
import type { Membership } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import type { UserItem } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { useUndoAction } from '#web/lib/use-undo-action.ts'
import { Choice, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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

export const AddToGroupDialog = ({
  user,
  groupId = '',
  onClose,
}: {
  user: Pick<UserItem, 'id' | 'firstName' | 'lastName' | 'userName'>
  /** Chosen already. */
  groupId?: string
  onClose: () => void
}) => {
  const { t } = useTranslation('users')
  const join = useWrite(groups.join)
  const all = useChoices(groups.list, { orderBy: 'name' }).filter(({ automated }) => !automated)
  const { values, set, send, errorOf, failure, changed } = useForm({ groupId }, (given) => ({
    groupId: given.groupId ? undefined : t('groupRequired'),
  }))
  const { previewOf } = useParts()
  const offerUndo = useUndoAction(shownBy)
  const { view, ready, asReviewed } = useReview(
    values.groupId ? previewOf?.({ kind: 'joinGroup', groupId: values.groupId, userId: user.id }) : undefined,
  )
  const submit = send(async (given) => {
    const before = await membershipOf(user.id, given.groupId)
    const { groupName } = await asReviewed((seen) => join.mutateAsync({ params: { id: user.id }, input: given, seen }))
    showNotice({
      kind: 'success',
      title: t('addedToGroup', { name: nameOf(user), group: groupName }),
      action: offerUndo(() => [backTo(before, { userId: user.id, groupId: given.groupId })]),
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
      <Field label={t('group')} required error={errorOf('groupId')}>
        <Choice autoFocus value={values.groupId} onChange={({ target }) => set('groupId', target.value)}>
          <option value="">{t('chooseGroup')}</option>
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </Field>
      {view}
    </FormDialog>
  )
}

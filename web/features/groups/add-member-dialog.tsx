// R5.3-02: a user and a permission, both required.
import { useTranslation } from 'react-i18next'
import { type GroupMember, type Permission, permissions } from '#contract/group-members.ts'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import type { UserItem } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { UserPicker } from './user-picker.tsx'

const Permissions = ({
  chosen,
  error,
  onChoose,
}: {
  chosen: Permission | undefined
  error: string | undefined
  onChoose: (permission: Permission) => void
}) => {
  const { t } = useTranslation('groups')
  return (
    <fieldset className={`permissions${error ? ' wrong' : ''}`} aria-describedby={error && 'permission-said'}>
      <legend>
        {t('permission')}
        <span aria-hidden="true"> *</span>
      </legend>
      {permissions.map((permission) => (
        <label key={permission}>
          <input
            type="radio"
            name="permission"
            required
            value={permission}
            checked={chosen === permission}
            onChange={() => onChoose(permission)}
          />
          <span>
            <b>{t(permission === 'Owner' ? 'owner' : 'reader')}</b>
            <small>{t(permission === 'Owner' ? 'ownerMay' : 'readerMay')}</small>
          </span>
        </label>
      ))}
      {error && (
        <small id="permission-said" className="said">
          {error}
        </small>
      )}
    </fieldset>
  )
}

/** Named as on the wire, so that the server's words find their field. */
type Values = { userId: UserItem | undefined; permission: Permission | undefined }
const nothing: Values = { userId: undefined, permission: undefined }

type Props = {
  group: Group
  onClose: () => void
  /** `before`: anyone who was in the group already. */
  onAdded: (member: GroupMember, before: GroupMember | undefined) => void
}

const memberOf = async ({ id }: Group, user: UserItem) =>
  (await call(groups.members, { params: { id }, query: { filter: `userId eq '${user.id}'`, take: '1' } })).items.find(
    ({ userId }) => userId === user.id,
  )

export const AddMemberDialog = ({ group, onClose, onAdded }: Props) => {
  const { t } = useTranslation('groups')
  const { values, set, send, errorOf, failure, changed } = useForm<Values>(nothing, ({ userId, permission }) => ({
    userId: userId ? undefined : t('userRequired'),
    permission: permission ? undefined : t('permissionRequired'),
  }))
  const { userId: user, permission } = values
  const add = useWrite(groups.addMember)
  const { previewOf } = useParts()
  const { view, ready, asReviewed } = useReview(
    user && previewOf?.({ kind: 'joinGroup', groupId: group.id, userId: user.id }),
  )
  const submit = send(async () => {
    if (!user || !permission) return
    const before = await memberOf(group, user)
    const input = { userId: user.id, permission }
    onAdded(await asReviewed((seen) => add.mutateAsync({ params: { id: group.id }, input, seen })), before)
  })
  return (
    <FormDialog
      title={t('addMemberTo', { group: group.name })}
      width={640}
      form={{ changed, failure }}
      className="group-dialog"
      busy={add.isPending}
      ready={ready}
      verb={t('addMember')}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserPicker chosen={user} error={errorOf('userId')} onChoose={(chosen) => set('userId', chosen)} />
      <Permissions chosen={permission} error={errorOf('permission')} onChoose={(chosen) => set('permission', chosen)} />
      {view}
    </FormDialog>
  )
}

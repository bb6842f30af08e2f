// R5.1-07, R5.1-08: an administrator sets a password, which its owner replaces at the next sign-in.
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, type PasswordPolicy } from '#contract/kernel/password-policy.ts'
import { type UserItem, users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { nameOf } from './name.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { usePasswordPolicy } from './use-password-policy.ts'

const usePasswordForm = (policy: PasswordPolicy) => {
  const { t } = useTranslation('users')
  return useForm({ password: '', confirmPassword: '' }, ({ password, confirmPassword }) => ({
    password: !password
      ? t('inputNewPassword')
      : brokenPasswordRules(password, policy).length > 0
        ? t('passwordTooWeak')
        : undefined,
    confirmPassword: !confirmPassword
      ? t('inputConfirmation')
      : confirmPassword !== password
        ? t('doNotMatch')
        : undefined,
  }))
}

export const ChangePasswordDialog = ({
  user,
  onClose,
}: {
  user: Pick<UserItem, 'id' | 'firstName' | 'lastName' | 'userName'>
  onClose: () => void
}) => {
  const { t } = useTranslation('users')
  const policy = usePasswordPolicy()
  const change = useWrite(users.changePassword)
  const form = usePasswordForm(policy)
  const { values, send, failure, changed } = form
  const submit = send(async (input) => {
    await change.mutateAsync({ params: { userId: user.id }, input })
    showNotice({ kind: 'success', title: t('passwordChanged') })
    onClose()
  })
  return (
    <FormDialog
      title={t('changePasswordOf', { name: nameOf(user) })}
      width={520}
      form={{ changed, failure }}
      className="dlg-form"
      busy={change.isPending}
      verb={t('changePassword')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="mut">{t('changePasswordHint')}</p>
      <PasswordField form={form} name="password" label={t('newPassword')} autoFocus />
      <PasswordRules password={values.password} policy={policy} />
      <PasswordField form={form} name="confirmPassword" label={t('confirmPassword')} />
    </FormDialog>
  )
}

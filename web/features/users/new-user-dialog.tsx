// R5.2-01 … R5.2-07: a new user; without a password of one's own a random one is made, and only a link opens the
// account.
import { useTranslation } from 'react-i18next'
import type { PasswordPolicy } from '#contract/kernel/password-policy.ts'
import { type User, users } from '#contract/users.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { usePasswordErrors, usePersonErrors } from './field-errors.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'
import { usePasswordPolicy } from './use-password-policy.ts'
import { AreaField, LanguageField, NameFields } from './person-fields.tsx'

const nobody = {
  userName: '',
  email: '',
  firstName: '',
  lastName: '',
  areaId: '',
  language: '',
  validateScopes: false,
  sendEmailInvite: true,
  createPassword: false,
  password: '',
  confirmPassword: '',
}

const useNewUser = (policy: PasswordPolicy) => {
  const { t } = useTranslation('users')
  const person = usePersonErrors()
  const secret = usePasswordErrors(policy)
  return useForm(nobody, (values) => ({
    userName: values.userName.trim() ? undefined : t('inputUserName'),
    ...person(values),
    ...secret(values),
  }))
}
type NewUserForm = ReturnType<typeof useNewUser>

const Tick = ({
  form,
  name,
  label,
  hint,
}: {
  form: NewUserForm
  name: 'sendEmailInvite' | 'createPassword' | 'validateScopes'
  label: string
  hint?: string
}) => (
  <label className="tick">
    <input type="checkbox" checked={form.values[name]} onChange={({ target }) => form.set(name, target.checked)} />
    <span>
      {label}
      {hint && <small>{hint}</small>}
    </span>
  </label>
)

const Passwords = ({ form, policy }: { form: NewUserForm; policy: PasswordPolicy }) => {
  const { t } = useTranslation('users')
  return (
    <div className="fields">
      <PasswordField form={form} name="password" label={t('password')} />
      <PasswordField form={form} name="confirmPassword" label={t('confirmPassword')} />
      <PasswordRules password={form.values.password} policy={policy} />
    </div>
  )
}

export const NewUserDialog = ({ onClose, onMade }: { onClose: () => void; onMade: (user: User) => void }) => {
  const { t } = useTranslation('users')
  const create = useWrite(users.create)
  const policy = usePasswordPolicy()
  const form = useNewUser(policy)
  const { values, set, send, errorOf, leave, failure, changed } = form
  const submit = send(async ({ createPassword, password, confirmPassword, ...input }) => {
    onMade(
      await create.mutateAsync({
        input: {
          ...input,
          language: input.language as User['language'],
          ...(createPassword && { password, confirmPassword }),
        },
      }),
    )
  })
  return (
    <FormDialog
      title={t('newUser')}
      width={680}
      form={{ changed, failure }}
      className="dlg-form"
      busy={create.isPending}
      verb={t('createUser')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="fields">
        <Field label={t('userName')} required error={errorOf('userName')}>
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={256}
            value={values.userName}
            onBlur={() => values.userName && leave('userName')}
            onChange={({ target }) => set('userName', target.value)}
          />
        </Field>
        <NameFields form={form} />
        <AreaField form={form} />
        <LanguageField form={form} />
      </div>
      <Tick form={form} name="sendEmailInvite" label={t('sendEmailInvite')} hint={t('sendEmailInviteHint')} />
      <Tick form={form} name="validateScopes" label={t('restricted')} hint={t('restrictedHint')} />
      <Tick form={form} name="createPassword" label={t('createPassword')} hint={t('createPasswordHint')} />
      {values.createPassword && <Passwords form={form} policy={policy} />}
    </FormDialog>
  )
}

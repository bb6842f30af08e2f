// Who is it? By what a sign-in would ask for (docs/decisions/0044).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#contract/kernel/endpoint.ts'
import { stepUp } from '#contract/step-up.ts'
import { call } from '#web/lib/client.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { DialogForm } from '#web/ui/form-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { ElsewhereProof } from './elsewhere-proof.tsx'
import { PasskeyProof } from './passkey-proof.tsx'
import './step-up.css'

type Ways = OutputOf<(typeof stepUp)['ways']>

type Ends = { onProven: () => void; onClose: () => void }

const usePasswordForm = (ways: Ways) => {
  const { t } = useTranslation('step-up')
  return useForm({ password: '', code: '' }, ({ password, code }) => ({
    password: password ? undefined : t('passwordMissing'),
    code: ways.app && !code.trim() ? t('codeMissing') : undefined,
  }))
}

type PasswordProofProps = { ways: Ways; form: ReturnType<typeof usePasswordForm> } & Pick<Ends, 'onProven'>

const PasswordProof = ({ ways, form, onProven }: PasswordProofProps) => {
  const { t } = useTranslation('step-up')
  const [refused, setRefused] = useState<'wrong-password' | 'wrong-code' | 'locked-out'>()
  const [busy, setBusy] = useState(false)
  const submit = form.send(async ({ password, code }) => {
    setBusy(true)
    setRefused(undefined)
    try {
      const answer = await call(stepUp.confirm, { input: { password, ...(ways.app ? { code } : {}) } })
      if (answer.success) onProven()
      else setRefused(answer.code ?? 'wrong-password')
    } finally {
      setBusy(false)
    }
  })
  const failure = refused ? t(refused) : form.failure
  return (
    <DialogForm failure={failure} className="step-up" busy={busy} verb={t('confirm')} onSubmit={submit}>
      <p className="mut">{t('text')}</p>
      <Field label={t('password')} required error={form.errorOf('password')}>
        <TextInput
          type="password"
          autoFocus
          autoComplete="current-password"
          maxLength={128}
          value={form.values.password}
          onChange={({ target }) => form.set('password', target.value)}
        />
      </Field>
      {ways.app && (
        <Field label={t('code')} required hint={t('codeHint')} error={form.errorOf('code')}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            value={form.values.code}
            onChange={({ target }) => form.set('code', target.value)}
          />
        </Field>
      )}
    </DialogForm>
  )
}

export const StepUpDialog = ({ ways, onProven, onClose }: { ways: Ways } & Ends) => {
  const { t } = useTranslation('step-up')
  const form = usePasswordForm(ways)
  return (
    <WideDialog title={t('title')} width={440} dirty={form.changed.length > 0} onClose={onClose}>
      {ways.password && <PasswordProof ways={ways} form={form} onProven={onProven} />}
      {ways.passkey && <PasskeyProof or={ways.password} onProven={onProven} />}
      {!ways.password && !ways.passkey && <ElsewhereProof />}
    </WideDialog>
  )
}

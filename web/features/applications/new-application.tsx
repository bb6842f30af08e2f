// A new application: what it needs to sign people in, and its secret, shown once (R5.4-01…05).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { type Form, useForm } from '#web/lib/use-form.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { AddressList, SecretField } from './inputs.tsx'
import { each, newSecret, type Rules, useRules } from './rules.ts'

const width = 640

const empty = () => ({ name: '', displayName: '', description: '', redirectUris: [''], privateUrl: '', sharedSecret: newSecret() })
type Values = ReturnType<typeof empty>

const complaintsOf = (rules: Rules) => (values: Values) => ({
  name: rules.name(values.name),
  displayName: rules.text(values.displayName),
  description: rules.description(values.description),
  ...each('redirectUris', rules.redirect, values.redirectUris),
  privateUrl: rules.optionalPage(values.privateUrl),
  sharedSecret: rules.secret(values.sharedSecret),
})

const Fields = ({ form: { values, set, errorOf, leave } }: { form: Form<Values> }) => {
  const { t } = useTranslation('applications')
  return (
    <div className="fields">
      <Field label={t('name')} required hint={t('nameHint')} error={errorOf('name')}>
        <TextInput autoFocus value={values.name} spellCheck={false} autoComplete="off" onBlur={() => leave('name')} onChange={({ target }) => set('name', target.value)} />
      </Field>
      <Field label={t('displayName')} required hint={t('displayHint')} error={errorOf('displayName')}>
        <TextInput value={values.displayName} autoComplete="off" onBlur={() => leave('displayName')} onChange={({ target }) => set('displayName', target.value)} />
      </Field>
      <Field label={t('description')} wide error={errorOf('description')}>
        <TextArea rows={2} value={values.description} onBlur={() => leave('description')} onChange={({ target }) => set('description', target.value)} />
      </Field>
      <div className="wide">
        <AddressList label={t('redirectUris')} hint={t('redirectHint')} name="redirectUris" values={values.redirectUris} required errorOf={errorOf} onLeave={leave} onChange={(all) => set('redirectUris', all)} />
      </div>
      <Field label={t('privateUrl')} wide hint={t('privateHint')} error={errorOf('privateUrl')}>
        <TextInput value={values.privateUrl} inputMode="url" placeholder="https://" spellCheck={false} autoComplete="off" onBlur={() => leave('privateUrl')} onChange={({ target }) => set('privateUrl', target.value)} />
      </Field>
      <div className="wide">
        <SecretField value={values.sharedSecret} required hint={t('secretHint')} error={errorOf('sharedSecret')} onLeave={() => leave('sharedSecret')} onChange={(secret) => set('sharedSecret', secret)} />
      </div>
    </div>
  )
}

const Creating = ({ onMade, onClose }: { onMade: (made: Application, secret: string) => void; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const create = useWrite(applications.create)
  const form = useForm<Values>(useState(empty)[0], complaintsOf(rules))
  const run = async ({ privateUrl, ...values }: Values) => onMade(await create.mutateAsync({ input: { ...values, privateUrl: privateUrl.trim() || null } }), values.sharedSecret)
  return (
    <WideDialog title={t('newTitle')} width={width} busy={form.changed.length > 0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.send(run)(event)}>
        {form.failure && <div className="alert" role="alert"><div>{form.failure}</div></div>}
        <Fields form={form} />
        <div className="dlg-actions">
          <button type="button" className="b" onClick={onClose}>{t('shell:cancel')}</button>
          <button type="submit" className="b pri" disabled={create.isPending} aria-busy={create.isPending}>{t('create')}</button>
        </div>
      </form>
    </WideDialog>
  )
}

const Made = ({ made, secret, onOpen, onClose }: { made: Application; secret: string; onOpen: (id: number) => void; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <WideDialog title={t('madeTitle', { name: made.displayName })} width={width} busy onClose={onClose}>
      <p className="made-text">{t('madeText')}</p>
      <dl className="pairs"><div><dt>{t('name')}</dt><dd><code>{made.name}</code></dd></div></dl>
      <Secret value={secret} label={t('sharedSecret')} hint={t('shownOnce')} />
      <div className="dlg-actions">
        <button type="button" className="b" onClick={onClose}>{t('shell:close')}</button>
        <button type="button" className="b pri" onClick={() => onOpen(made.id)}>{t('openApplication')}</button>
      </div>
    </WideDialog>
  )
}

export const NewApplicationDialog = ({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) => {
  const [made, setMade] = useState<{ application: Application; secret: string }>()
  if (!made) return <Creating onMade={(application, secret) => setMade({ application, secret })} onClose={onClose} />
  return <Made made={made.application} secret={made.secret} onOpen={onOpen} onClose={onClose} />
}

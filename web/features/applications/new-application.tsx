// A new application: what it needs to sign people in, and its secret, shown once (R5.4-01…05).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications, newProtocol } from '#contract/applications.ts'
import { CallProblem } from '#web/lib/problem.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { type Complaints, type Form, useForm } from '#web/lib/use-form.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { AddressList, SecretField } from './inputs.tsx'
import { KindField, ProtocolFields } from './protocol-fields.tsx'
import { each, newSecret, type Rules, useRules } from './rules.ts'

const width = 640

const empty = () => ({
  name: '',
  displayName: '',
  description: '',
  redirectUris: [''],
  privateUrl: '',
  protocol: newProtocol,
  backchannelLogoutUri: '',
  sharedSecret: newSecret(),
})
type Values = ReturnType<typeof empty>
type Part = { form: Form<Values> }

/** What the first step asks for; the second says how it signs in. */
const firstStep = (rules: Rules, values: Values): Complaints => ({
  name: rules.name(values.name),
  displayName: rules.text(values.displayName),
  description: rules.description(values.description),
  ...each('redirectUris', rules.back(values.protocol), values.redirectUris),
  privateUrl: rules.optionalPage(values.privateUrl),
})

const secondStep = (rules: Rules, noWay: string, { protocol, ...values }: Values): Complaints => ({
  'protocol.responseTypes': protocol.responseTypes.length === 0 ? noWay : undefined,
  ...each('protocol.clientScopes', rules.scope, protocol.clientScopes),
  backchannelLogoutUri: rules.optionalRedirect(values.backchannelLogoutUri),
  sharedSecret: protocol.publicClient ? undefined : rules.secret(values.sharedSecret),
})

const fieldsOfFirst = ['name', 'displayName', 'description', 'redirectUris', 'privateUrl']
const isOfFirst = (path: string) => fieldsOfFirst.includes(path.split('.')[0] ?? '')

const WhatItIs = ({ form: { values, set, errorOf, leave } }: Part) => {
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
      <KindField protocol={values.protocol} onChange={(protocol) => set('protocol', protocol)} />
      <div className="wide">
        <AddressList label={t('redirectUris')} hint={t('redirectHint')} name="redirectUris" values={values.redirectUris} required errorOf={errorOf} onLeave={leave} onChange={(all) => set('redirectUris', all)} />
      </div>
      <Field label={t('privateUrl')} wide hint={t('privateHint')} error={errorOf('privateUrl')}>
        <TextInput value={values.privateUrl} inputMode="url" placeholder="https://" spellCheck={false} autoComplete="off" onBlur={() => leave('privateUrl')} onChange={({ target }) => set('privateUrl', target.value)} />
      </Field>
    </div>
  )
}

const HowItSignsIn = ({ form: { values, set, errorOf, leave } }: Part) => {
  const { t } = useTranslation('applications')
  const { protocol } = values
  return (
    <div className="fields">
      {!protocol.publicClient && (
        <div className="wide">
          <SecretField value={values.sharedSecret} required hint={t('secretHint')} error={errorOf('sharedSecret')} onLeave={() => leave('sharedSecret')} onChange={(secret) => set('sharedSecret', secret)} />
        </div>
      )}
      <ProtocolFields protocol={protocol} errorOf={errorOf} onChange={(changed) => set('protocol', changed)} />
      <Field label={t('backchannelLogoutUri')} wide hint={t('backchannelHint')} error={errorOf('backchannelLogoutUri')}>
        <TextInput value={values.backchannelLogoutUri} inputMode="url" placeholder="https://" spellCheck={false} autoComplete="off" onBlur={() => leave('backchannelLogoutUri')} onChange={({ target }) => set('backchannelLogoutUri', target.value)} />
      </Field>
      {protocol.responseTypes.some((type) => type.includes('code')) && (
        <p className="wide ap-note"><b>{t('refresh')}</b><br />{t('refreshText')}</p>
      )}
    </div>
  )
}

const bodyOf = ({ privateUrl, backchannelLogoutUri, sharedSecret, ...values }: Values) => ({
  ...values,
  privateUrl: privateUrl.trim() || null,
  backchannelLogoutUri: backchannelLogoutUri.trim() || null,
  ...(values.protocol.publicClient ? {} : { sharedSecret }),
})

const Creating = ({ onMade, onClose }: { onMade: (made: Application, secret: string | undefined) => void; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const create = useWrite(applications.create)
  const [step, setStep] = useState<1 | 2>(1)
  const form = useForm<Values>(useState(empty)[0], (values) => ({
    ...firstStep(rules, values),
    ...(step === 2 ? secondStep(rules, t('noWay'), values) : {}),
  }))
  const run = async (values: Values) => {
    if (step === 1) return setStep(2)
    const input = bodyOf(values)
    try {
      onMade(await create.mutateAsync({ input }), input.sharedSecret)
    } catch (error) {
      // Shown where it can be mended.
      if (error instanceof CallProblem && error.fields.some(({ field }) => isOfFirst(field))) setStep(1)
      throw error
    }
  }
  return (
    <WideDialog title={t('newTitle')} width={width} busy={form.changed.length > 0} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.send(run)(event)}>
        <Step step={step} />
        {form.failure && <div className="alert" role="alert"><div>{form.failure}</div></div>}
        {step === 1 ? <WhatItIs form={form} /> : <HowItSignsIn form={form} />}
        <div className="dlg-actions">
          <button type="button" className="b" onClick={onClose}>{t('shell:cancel')}</button>
          {step === 2 && <button type="button" className="b" onClick={() => setStep(1)}>{t('shell:back')}</button>}
          <button type="submit" className="b pri" disabled={create.isPending} aria-busy={create.isPending}>{t(step === 1 ? 'next' : 'create')}</button>
        </div>
      </form>
    </WideDialog>
  )
}

/** Said when it changes, and where the focus goes. */
const Step = ({ step }: { step: 1 | 2 }) => {
  const { t } = useTranslation('applications')
  return (
    <h3 key={step} className="ap-step" tabIndex={-1} ref={step === 2 ? focused : undefined}>
      <span className="mut">{t('stepOf', { step, steps: 2 })}</span> {t(step === 1 ? 'whatItIs' : 'signsIn')}
    </h3>
  )
}

const focused = (element: HTMLElement | null) => element?.focus()

type MadeProps = { made: Application; secret: string | undefined; issuer: string }

const Made = ({ made, secret, issuer, onOpen, onClose }: MadeProps & { onOpen: (id: number) => void; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <WideDialog title={t('madeTitle', { name: made.displayName })} width={width} busy onClose={onClose}>
      <p className="made-text">{t('madeText')}</p>
      <dl className="pairs">
        <div><dt>{t('issuer')}</dt><dd><code>{issuer}</code></dd></div>
        <div><dt>{t('clientId')}</dt><dd><code>{made.name}</code></dd></div>
      </dl>
      {secret && <Secret value={secret} label={t('sharedSecret')} hint={t('shownOnce')} />}
      <div className="dlg-actions">
        <button type="button" className="b" onClick={onClose}>{t('shell:close')}</button>
        <button type="button" className="b pri" onClick={() => onOpen(made.id)}>{t('openApplication')}</button>
      </div>
    </WideDialog>
  )
}

export const NewApplicationDialog = ({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) => {
  const [made, setMade] = useState<{ application: Application; secret: string | undefined }>()
  const issuer = useConfig().identityServerUrl
  if (!made) return <Creating onMade={(application, secret) => setMade({ application, secret })} onClose={onClose} />
  return <Made made={made.application} secret={made.secret} issuer={issuer} onOpen={onOpen} onClose={onClose} />
}

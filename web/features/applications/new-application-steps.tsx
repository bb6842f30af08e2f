// The two steps of a new application: what it is, and how it signs in (R5.4-01…05).
import { useTranslation } from 'react-i18next'
import { newProtocol } from '#contract/application-fields.ts'
import type { FieldErrors, Form } from '#web/lib/use-form.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { AddressList, SecretField } from './inputs.tsx'
import { KindField } from './kind-field.tsx'
import { ProtocolFields } from './protocol-fields.tsx'
import { each, newSecret, type Rules } from './rules.ts'

export const empty = () => ({
  name: '',
  displayName: '',
  description: '',
  redirectUris: [''],
  privateUrl: '',
  protocol: newProtocol,
  backchannelLogoutUri: '',
  sharedSecret: newSecret(),
})
export type NewValues = ReturnType<typeof empty>
type Part = { form: Form<NewValues> }

/** What the first step asks for; the second says how it signs in. */
export const wrongInFirst = (rules: Rules, values: NewValues): FieldErrors => ({
  name: rules.name(values.name),
  displayName: rules.text(values.displayName),
  description: rules.description(values.description),
  ...each('redirectUris', rules.back(values.protocol), values.redirectUris),
  privateUrl: rules.optionalPage(values.privateUrl),
})

export const wrongInSecond = (rules: Rules, noWay: string, { protocol, ...values }: NewValues): FieldErrors => ({
  'protocol.responseTypes': protocol.responseTypes.length === 0 ? noWay : undefined,
  ...each('protocol.clientScopes', rules.scope, protocol.clientScopes),
  backchannelLogoutUri: rules.optionalRedirect(values.backchannelLogoutUri),
  sharedSecret: protocol.publicClient ? undefined : rules.secret(values.sharedSecret),
})

const fieldsOfFirst = ['name', 'displayName', 'description', 'redirectUris', 'privateUrl']
export const isOfFirst = (path: string) => fieldsOfFirst.includes(path.split('.')[0] ?? '')

export const WhatItIs = ({ form: { values, set, errorOf, leave } }: Part) => {
  const { t } = useTranslation('applications')
  return (
    <div className="fields">
      <Field label={t('name')} required hint={t('nameHint')} error={errorOf('name')}>
        <TextInput
          autoFocus
          value={values.name}
          spellCheck={false}
          autoComplete="off"
          onBlur={() => leave('name')}
          onChange={({ target }) => set('name', target.value)}
        />
      </Field>
      <Field label={t('displayName')} required hint={t('displayHint')} error={errorOf('displayName')}>
        <TextInput
          value={values.displayName}
          autoComplete="off"
          onBlur={() => leave('displayName')}
          onChange={({ target }) => set('displayName', target.value)}
        />
      </Field>
      <Field label={t('description')} wide error={errorOf('description')}>
        <TextArea
          rows={2}
          value={values.description}
          onBlur={() => leave('description')}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      <KindField protocol={values.protocol} onChange={(protocol) => set('protocol', protocol)} />
      <div className="wide">
        <AddressList
          label={t('redirectUris')}
          hint={t('redirectHint')}
          name="redirectUris"
          values={values.redirectUris}
          required
          errorOf={errorOf}
          onLeave={leave}
          onChange={(all) => set('redirectUris', all)}
        />
      </div>
      <Field label={t('privateUrl')} wide hint={t('privateHint')} error={errorOf('privateUrl')}>
        <TextInput
          value={values.privateUrl}
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          autoComplete="off"
          onBlur={() => leave('privateUrl')}
          onChange={({ target }) => set('privateUrl', target.value)}
        />
      </Field>
    </div>
  )
}

export const HowItSignsIn = ({ form: { values, set, errorOf, leave } }: Part) => {
  const { t } = useTranslation('applications')
  const { protocol } = values
  return (
    <div className="fields">
      {!protocol.publicClient && (
        <div className="wide">
          <SecretField
            value={values.sharedSecret}
            required
            hint={t('secretHint')}
            error={errorOf('sharedSecret')}
            onLeave={() => leave('sharedSecret')}
            onChange={(secret) => set('sharedSecret', secret)}
          />
        </div>
      )}
      <ProtocolFields protocol={protocol} errorOf={errorOf} onChange={(changed) => set('protocol', changed)} />
      <Field label={t('backchannelLogoutUri')} wide hint={t('backchannelHint')} error={errorOf('backchannelLogoutUri')}>
        <TextInput
          value={values.backchannelLogoutUri}
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          autoComplete="off"
          onBlur={() => leave('backchannelLogoutUri')}
          onChange={({ target }) => set('backchannelLogoutUri', target.value)}
        />
      </Field>
      {protocol.responseTypes.some((type) => type.includes('code')) && (
        <p className="wide ap-note">
          <b>{t('refresh')}</b>
          <br />
          {t('refreshText')}
        </p>
      )}
    </div>
  )
}

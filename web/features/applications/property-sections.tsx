// The sections of an application's properties.
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { AddressList, SecretField, Toggle } from './inputs.tsx'
import { Introspectors } from './introspectors.tsx'
import { KindField } from './kind-field.tsx'
import { ProtocolFields } from './protocol-fields.tsx'
import { type Part, Section, Line } from './property-line.tsx'

export const Texts = ({ form, application }: Part) => {
  const { t } = useTranslation('applications')
  const { values, set, errorOf, leave } = form
  return (
    <Section title={t('texts')}>
      <Field label={t('name')} hint={t('nameStays')}>
        <TextInput value={application.name} readOnly />
      </Field>
      <Line form={form} application={application} name="displayName" label={t('displayName')} required />
      <Line form={form} application={application} name="title" label={t('title')} hint={t('titleHint')} wide />
      <Field label={t('descriptionEnglish')} wide error={errorOf('description')}>
        <TextArea
          rows={2}
          value={values.description}
          onBlur={() => leave('description')}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      <details className="wide ap-more">
        <summary>{t('otherLanguages')}</summary>
        <div className="fields">
          {languages
            .filter((language) => language !== 'en')
            .map((language) => (
              <Field key={language} label={languageNames[language]} wide>
                <TextArea
                  rows={2}
                  lang={language}
                  maxLength={1000}
                  value={values.descriptions[language] ?? ''}
                  onChange={({ target }) => set('descriptions', { ...values.descriptions, [language]: target.value })}
                />
              </Field>
            ))}
        </div>
      </details>
    </Section>
  )
}

export const Addresses = ({ form, application }: Part) => {
  const { t } = useTranslation('applications')
  const { values, set, errorOf, leave } = form
  return (
    <Section title={t('addresses')}>
      <Line
        form={form}
        application={application}
        name="privateUrl"
        label={t('privateUrl')}
        hint={t('privateHint')}
        required
        url
        wide
      />
      <Line
        form={form}
        application={application}
        name="publicUrl"
        label={t('publicUrl')}
        hint={t('publicHint')}
        url
        wide
      />
      {!application.system && (
        <>
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
          <div className="wide">
            <AddressList
              label={t('postLogoutUris')}
              hint={t('postLogoutHint')}
              name="postLogoutUris"
              values={values.postLogoutUris}
              errorOf={errorOf}
              onLeave={leave}
              onChange={(all) => set('postLogoutUris', all)}
            />
          </div>
          <Line
            form={form}
            application={application}
            name="backchannelLogoutUri"
            label={t('backchannelLogoutUri')}
            hint={t('backchannelHint')}
            url
            wide
          />
        </>
      )}
    </Section>
  )
}

const toggles = [
  ['enabled', 'enabledHint'],
  ['requiresRole', 'requiresRoleHint'],
  ['hideInUserList', 'hideHint'],
  ['prerelease', 'prereleaseHint'],
] as const

export const Visibility = ({ form: { values, set } }: Part) => {
  const { t } = useTranslation('applications')
  return (
    <Section title={t('visibility')}>
      {toggles.map(([name, hint]) => (
        <div key={name} className="wide">
          <Toggle label={t(`${name}Label`)} hint={t(hint)} checked={values[name]} onChange={(on) => set(name, on)} />
        </div>
      ))}
    </Section>
  )
}

export const SignIn = ({ form }: Part) => {
  const { t } = useTranslation('applications')
  const { values, set, errorOf, leave } = form
  return (
    <Section title={t('signsIn')}>
      <KindField protocol={values.protocol} onChange={(protocol) => set('protocol', protocol)} />
      <ProtocolFields protocol={values.protocol} errorOf={errorOf} onChange={(protocol) => set('protocol', protocol)} />
      {!values.protocol.publicClient && (
        <div className="wide">
          <SecretField
            value={values.sharedSecret}
            hint={t('newSecretHint')}
            error={errorOf('sharedSecret')}
            onLeave={() => leave('sharedSecret')}
            onChange={(secret) => set('sharedSecret', secret)}
          />
        </div>
      )}
      <div className="wide">
        <Introspectors
          names={values.introspectors}
          errorOf={errorOf}
          onChange={(names) => set('introspectors', names)}
        />
      </div>
    </Section>
  )
}

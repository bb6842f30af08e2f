// The properties of an application, to be changed (R5.4-06).
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import type { Form } from '#web/lib/use-form.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { AddressList, SecretField, Toggle } from './inputs.tsx'
import {
  changeOf,
  fieldErrorsOf,
  openOfSystem,
  type Properties,
  propertiesOf,
  type PropertyName,
} from './properties-form.ts'
import { Introspectors } from './introspectors.tsx'
import { KindField } from './kind-field.tsx'
import { ProtocolFields } from './protocol-fields.tsx'
import { useRules } from './rules.ts'

type Part = { form: Form<Properties>; application: Application }

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="ap-section">
    <legend>{title}</legend>
    <div className="fields">{children}</div>
  </fieldset>
)

type LineProps = Part & {
  name: 'displayName' | 'title' | 'privateUrl' | 'publicUrl' | 'backchannelLogoutUri'
  label: string
  hint?: string
  required?: boolean
  url?: boolean
  wide?: boolean
}

const Line = ({
  form: { values, set, errorOf, leave },
  application,
  name,
  label,
  hint,
  required = false,
  url = false,
  wide = false,
}: LineProps) => (
  <Field label={label} hint={hint} required={required} wide={wide} error={errorOf(name)}>
    <TextInput
      value={values[name]}
      disabled={application.system && !openOfSystem.includes(name)}
      autoComplete="off"
      spellCheck={!url}
      {...(url && { inputMode: 'url', placeholder: 'https://' })}
      onBlur={() => leave(name)}
      onChange={({ target }) => set(name, target.value)}
    />
  </Field>
)

const Texts = ({ form, application }: Part) => {
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

const Addresses = ({ form, application }: Part) => {
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

const Visibility = ({ form: { values, set } }: Part) => {
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

const SignIn = ({ form }: Part) => {
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

const useNames = (): Record<PropertyName, string> => {
  const { t } = useTranslation('applications')
  return {
    displayName: t('displayName'),
    title: t('title'),
    description: t('description'),
    descriptions: t('otherLanguages'),
    redirectUris: t('redirectUris'),
    postLogoutUris: t('postLogoutUris'),
    backchannelLogoutUri: t('backchannelLogoutUri'),
    privateUrl: t('privateUrl'),
    publicUrl: t('publicUrl'),
    enabled: t('enabledLabel'),
    hideInUserList: t('hideInUserListLabel'),
    prerelease: t('prereleaseLabel'),
    requiresRole: t('requiresRoleLabel'),
    introspectors: t('introspectors'),
    protocol: t('signsIn'),
    sharedSecret: t('sharedSecret'),
  }
}

const Footer = ({ form, id, busy }: { form: Form<Properties>; id: string; busy: boolean }) => {
  const { t } = useTranslation('applications')
  const names = useNames()
  const count = form.changed.length
  return (
    <>
      {count > 0 && (
        <p className="ap-unsaved" role="status">
          <CircleAlert size={16} aria-hidden="true" />
          {t('notSaved', { count, fields: form.changed.map((name) => names[name]).join(', ') })}
        </p>
      )}
      <span className="sp" />
      <CloseButton>{t('shell:cancel')}</CloseButton>
      <button type="submit" form={id} className="b pri" disabled={count === 0 || busy} aria-busy={busy}>
        {t('save')}
      </button>
    </>
  )
}

const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <WideDialog title={t('secretReplaced')} width={560} busy onClose={onClose}>
      <Secret value={secret} label={t('sharedSecret')} hint={t('shownOnce')} />
      <div className="dlg-actions">
        <button type="button" className="b pri" onClick={onClose}>
          {t('shell:close')}
        </button>
      </div>
    </WideDialog>
  )
}

export const PropertiesDrawer = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const id = useId()
  const names = useNames()
  const { system } = application
  const words = { noWay: t('noWay'), noMachine: t('noMachine') }
  const change = useWrite(applications.change)
  const fieldErrors = fieldErrorsOf(useRules(), { system, words })
  const form = useStoredForm({
    stored: application,
    typedOf: propertiesOf,
    fieldErrorsOf: fieldErrors,
    busy: change.isPending,
  })
  const [secret, show] = useState<string>()
  const save = async (values: Properties) => {
    const input = { ...changeOf(values, form.changed), modifiedOn: form.modifiedOn }
    form.takeOver(await change.mutateAsync({ params: { id: application.id }, input }))
    showNotice({ kind: 'success', title: t('saved') })
    if (values.sharedSecret) show(values.sharedSecret)
    else onClose()
  }
  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  const part = { form, application }
  return (
    <Drawer
      title={t('editProperties')}
      side="right"
      width={720}
      dirty={form.changed.length > 0}
      busy={change.isPending}
      onClose={onClose}
      footer={<Footer form={form} id={id} busy={change.isPending} />}
    >
      <form id={id} className="ap-form" noValidate onSubmit={(event) => void form.send(save)(event)}>
        <FormAlert form={form} names={names} />
        {system && <p className="ap-note">{t('systemNote')}</p>}
        <Texts {...part} />
        <Addresses {...part} />
        {!system && (
          <>
            <Visibility {...part} />
            <SignIn {...part} />
          </>
        )}
      </form>
    </Drawer>
  )
}

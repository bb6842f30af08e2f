// A new token: name, application and end (R5.5-01 … R5.5-03); then its value, this once.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessTokens } from '#contract/access-tokens.ts'
import { applications } from '#contract/applications.ts'
import type { OutputOf } from '#contract/kernel/endpoint.ts'
import { formatDate } from '#web/lib/format.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { ApplicationPicker, applicationPickerTexts } from '#web/ui/application-picker.tsx'
import { DayInput } from '#web/ui/day-input.tsx'
import { Field, TextInput, useField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import { firstDay, inputOf, longestName, type TokenForm, useTokenForm } from './token-form.ts'

const width = 560

type NewToken = Pick<CreatedAccessToken, 'name' | 'applicationName' | 'tenantName' | 'expiresAt' | 'token'>
type CreatedAccessToken = OutputOf<typeof accessTokens.create>

const ExpiryInput = ({ form }: { form: TokenForm }) => {
  const { t } = useTranslation('access-tokens')
  return (
    <DayInput
      {...useField()}
      label={t('expires')}
      min={firstDay()}
      value={form.values.expiresAt}
      onChange={(day) => {
        form.set('expiresAt', day)
        form.leave('expiresAt')
      }}
    />
  )
}

const WhatItOpens = ({ form: { values, set, errorOf } }: { form: TokenForm }) => {
  const { t } = useTranslation('access-tokens')
  const purposes = ['application', 'directory'] as const
  return (
    <>
      <div>
        <Segments
          label={t('purpose')}
          segments={purposes.map((value) => ({ value, label: t(`for-${value}`) }))}
          chosen={values.purpose}
          onChoose={(purpose) => set('purpose', purpose)}
        />
      </div>
      {values.purpose === 'directory' ? (
        <TenantPicker
          chosen={values.tenantId}
          error={errorOf('tenantId')}
          onChoose={(tenant) => set('tenantId', tenant)}
        />
      ) : (
        <ApplicationPicker
          list={applications.list}
          texts={applicationPickerTexts(t)}
          chosen={values.applicationName}
          error={errorOf('applicationName')}
          onChoose={(application) => set('applicationName', application)}
        />
      )}
    </>
  )
}

const Creating = ({ onMade, onClose }: { onMade: (made: NewToken) => void; onClose: () => void }) => {
  const { t } = useTranslation('access-tokens')
  const form = useTokenForm()
  const create = useWrite(accessTokens.create)
  const submit = form.send(async (values) => {
    const made = await create.mutateAsync({ input: inputOf(values) })
    // The value stays in this dialog only.
    create.reset()
    onMade(made)
  })
  return (
    <FormDialog
      title={t('newTitle')}
      width={width}
      form={form}
      className="token-form"
      busy={create.isPending}
      verb={t('create')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')} required hint={t('nameHint')} error={form.errorOf('name')}>
        <TextInput
          autoFocus
          autoComplete="off"
          maxLength={longestName}
          value={form.values.name}
          onChange={({ target }) => form.set('name', target.value)}
          onBlur={() => form.leave('name')}
        />
      </Field>
      <WhatItOpens form={form} />
      <Field label={t('expires')} required hint={t('expiryHint')} error={form.errorOf('expiresAt')}>
        <ExpiryInput form={form} />
      </Field>
    </FormDialog>
  )
}

/** Only its button closes it: what is shown is never shown again. */
const Created = ({ made, onClose }: { made: NewToken; onClose: () => void }) => {
  const { t } = useTranslation('access-tokens')
  const { name, applicationName: application, tenantName: tenant, expiresAt, token } = made
  const day = formatDate(expiresAt)
  return (
    <WideDialog title={t('madeTitle', { name })} width={width} busy onClose={onClose}>
      <p className="token-made">
        {tenant ? t('madeDirectoryText', { tenant, day }) : t('madeText', { application, day })}
      </p>
      {tenant && <Secret value={`${location.origin}/scim/v2`} label={t('scimAddress')} />}
      <Secret value={token} label={t('token')} hint={t('shownOnce')} />
      <div className="dlg-actions">
        <button type="button" className="b" onClick={onClose}>
          {t('shell:close')}
        </button>
      </div>
    </WideDialog>
  )
}

export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const [made, setMade] = useState<NewToken>()
  return made ? <Created made={made} onClose={onClose} /> : <Creating onMade={setMade} onClose={onClose} />
}

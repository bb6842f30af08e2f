// The fields of a webhook: name, address, events, and whether it is told of them.
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import type { Webhook } from '#contract/webhooks.ts'
import type { Form } from '#web/lib/use-form.ts'
import { ApplicationPicker, applicationPickerTexts, type PickedApplication } from '#web/ui/application-picker.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { EventChoice } from './event-choice.tsx'

export type WebhookInput = {
  name: string
  url: string
  eventTypes: readonly string[]
  enabled: boolean
  applicationId: PickedApplication | undefined
}

/** How an address begins; alone it is none. */
export const newAddress = 'https://'

const longestName = 200
const longestAddress = 2000

export const typedOf = ({ name, url, eventTypes, enabled, applicationId, applicationName }: Webhook): WebhookInput => ({
  name,
  url,
  eventTypes,
  enabled,
  applicationId: applicationId === null ? undefined : { id: applicationId, displayName: applicationName ?? '' },
})

export const saidIn = ({ name, url, eventTypes, enabled, applicationId }: WebhookInput) => ({
  name: name.trim(),
  url: url.trim(),
  // What is none is the server's to say.
  eventTypes: [...eventTypes] as never[],
  enabled,
  applicationId: applicationId?.id ?? null,
})

export const useFieldErrors = () => {
  const { t } = useTranslation('webhooks')
  return ({ name, url, eventTypes }: WebhookInput) => ({
    name: name.trim() ? undefined : t('nameRequired'),
    url: ['', newAddress].includes(url.trim()) ? t('urlRequired') : undefined,
    eventTypes: eventTypes.length > 0 ? undefined : t('eventsRequired'),
  })
}

type Props = { form: Pick<Form<WebhookInput>, 'values' | 'set' | 'errorOf' | 'leave'> }

export const WebhookFields = ({ form: { values, set, errorOf, leave } }: Props) => {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <Field label={t('name')} required error={errorOf('name')}>
        <TextInput
          autoComplete="off"
          maxLength={longestName}
          value={values.name}
          onChange={({ target }) => set('name', target.value)}
          onBlur={() => leave('name')}
        />
      </Field>
      <Field label={t('url')} required hint={t('urlHint')} error={errorOf('url')}>
        <TextInput
          type="url"
          autoComplete="off"
          maxLength={longestAddress}
          value={values.url}
          onChange={({ target }) => set('url', target.value)}
          onBlur={() => leave('url')}
        />
      </Field>
      <label className="tick">
        <input
          type="checkbox"
          role="switch"
          className="sw"
          checked={values.enabled}
          onChange={({ target }) => set('enabled', target.checked)}
        />
        <span>
          {t('enabled')}
          <small>{t('enabledHint')}</small>
        </span>
      </label>
      <ApplicationPicker
        list={applications.list}
        texts={applicationPickerTexts(t)}
        optional
        chosen={values.applicationId}
        error={errorOf('applicationId')}
        onChoose={(application) => set('applicationId', application)}
      />
      <EventChoice
        chosen={values.eventTypes}
        error={errorOf('eventTypes')}
        onChange={(chosen) => set('eventTypes', chosen)}
      />
    </>
  )
}

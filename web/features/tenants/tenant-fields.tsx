// Title, area and numbers, as the dialog and the page show them.
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import type { TenantForm } from './tenant-form.ts'

const texts = ['taxNumber', 'viesNumber', 'groupAlias'] as const

export const TenantFields = ({
  form: { values, set, errorOf, leave },
  fixed = false,
  focus = false,
  areaName,
}: {
  form: TenantForm
  fixed?: boolean
  focus?: boolean
  areaName?: string | null
}) => {
  const { t } = useTranslation('tenants')
  const all = useChoices(areas.list)
  const known = all.some(({ id }) => id === values.areaId)
  return (
    <>
      <Field label={t('tenantTitle')} required={!fixed} error={errorOf('title')}>
        <TextInput
          key={String(focus)}
          autoFocus={focus}
          maxLength={200}
          autoComplete="off"
          value={values.title}
          readOnly={fixed}
          onBlur={() => leave('title')}
          onChange={({ target }) => set('title', target.value)}
        />
      </Field>
      <Field label={t('area')} required={!fixed} error={errorOf('areaId')}>
        <Choice
          value={values.areaId}
          disabled={fixed}
          onBlur={() => leave('areaId')}
          onChange={({ target }) => set('areaId', target.value)}
        >
          <option value="">{t(fixed ? 'noArea' : 'chooseArea')}</option>
          {!known && values.areaId && <option value={values.areaId}>{areaName}</option>}
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </Field>
      {texts.map((name) => (
        <Field key={name} label={t(name)} error={errorOf(name)}>
          <TextInput
            maxLength={200}
            autoComplete="off"
            value={values[name]}
            readOnly={fixed}
            onChange={({ target }) => set(name, target.value)}
          />
        </Field>
      ))}
    </>
  )
}

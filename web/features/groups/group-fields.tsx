// Name, area and description, as the dialog and the page show them.
import { useTranslation } from 'react-i18next'
import { areas } from '#contract/areas.ts'
import { useChoices } from '#web/lib/use-choices.ts'
import { Choice, Field, TextArea, TextInput } from '#web/ui/field.tsx'
import type { GroupForm, GroupInput } from './group-form.ts'

export const GroupFields = ({
  form: { values, set, errorOf, leave },
  fixed = [],
  areaName,
  focus = false,
}: {
  form: GroupForm
  fixed?: readonly (keyof GroupInput)[]
  areaName?: string
  /** It begins here. */
  focus?: boolean
}) => {
  const { t } = useTranslation('groups')
  const all = useChoices(areas.list)
  const known = all.some(({ id }) => id === values.areaId)
  return (
    <div className="fields">
      <Field label={t('name')} required error={errorOf('name')}>
        <TextInput
          maxLength={200}
          autoFocus={focus}
          autoComplete="off"
          value={values.name}
          readOnly={fixed.includes('name')}
          onBlur={() => leave('name')}
          onChange={({ target }) => set('name', target.value)}
        />
      </Field>
      <Field label={t('area')} required error={errorOf('areaId')}>
        <Choice
          value={values.areaId}
          disabled={fixed.includes('areaId')}
          onBlur={() => leave('areaId')}
          onChange={({ target }) => set('areaId', target.value)}
        >
          <option value="">{t('chooseArea')}</option>
          {!known && values.areaId && <option value={values.areaId}>{areaName}</option>}
          {all.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      </Field>
      <Field label={t('description')} wide error={errorOf('description')}>
        <TextArea
          maxLength={1000}
          value={values.description}
          readOnly={fixed.includes('description')}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
    </div>
  )
}

// The fields of a document: its id where its author chooses one, title, description, and its body in YAML.
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentFault } from '#contract/security-config.ts'
import type { Form } from '#web/lib/use-form.ts'
import { Field, TextArea, TextInput, useField } from '#web/ui/field.tsx'
import { faultText, useFaults } from './use-faults.ts'
import { type Kind } from './document-kind.ts'
import { RehearsalPanel } from './rehearsal-panel.tsx'
import { YamlEditor } from './yaml-editor.tsx'

export type DocumentInput = { id: string; title: string; description: string; body: string }

export const longestTitle = 200
const longestDescription = 1000
const longestId = 199

type Part = { form: Pick<Form<DocumentInput>, 'values' | 'set' | 'errorOf' | 'leave'> }

const Body = ({ form, faults }: Part & { faults: readonly DocumentFault[] }) => {
  const { t } = useTranslation('security-config')
  const described = useField()
  const marks = useMemo(
    () =>
      faults.flatMap((fault) =>
        fault.line === null ? [] : [{ line: fault.line, column: fault.column ?? 1, text: faultText(fault) }],
      ),
    [faults],
  )
  const attributes = Object.fromEntries(
    Object.entries({ ...described, 'aria-label': t('body') }).map(([name, value]) => [name, String(value)]),
  )
  return (
    <YamlEditor
      value={form.values.body}
      onChange={(body) => form.set('body', body)}
      onLeave={() => form.leave('body')}
      faults={marks}
      attributes={attributes}
    />
  )
}

const useFaultText = () => {
  const { t } = useTranslation('security-config')
  return (fault: DocumentFault) =>
    fault.line === null ? faultText(fault) : t('atLine', { line: fault.line, fault: faultText(fault) })
}

const Faults = ({ faults }: { faults: readonly DocumentFault[] }) => {
  const { t } = useTranslation('security-config')
  const textOf = useFaultText()
  return (
    <div className="yaml-said" role="status">
      {faults.length === 0 ? (
        <p className="fine">
          <CircleCheck size={15} aria-hidden="true" />
          {t('valid')}
        </p>
      ) : (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.column} ${fault.code} ${fault.setting}`}>
              <CircleAlert size={15} aria-hidden="true" />
              {textOf(fault)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export const DocumentFields = ({ form, kind, isNew }: Part & { kind: Kind; isNew: boolean }) => {
  const { t } = useTranslation('security-config')
  const { values, set, errorOf, leave } = form
  const faults = useFaults({ kind, title: values.title.trim(), body: values.body })
  const textOf = useFaultText()
  const refused = errorOf('body')
  const others = faults.filter((fault) => textOf(fault) !== refused)
  const isFine = faults.length === 0 && values.body.trim() !== ''
  return (
    <>
      {kind === 'policy' && isNew && (
        <Field label={t('id')} required hint={t('idHint')} error={errorOf('id')}>
          <TextInput
            autoComplete="off"
            maxLength={longestId}
            value={values.id}
            onChange={({ target }) => set('id', target.value)}
            onBlur={() => leave('id')}
          />
        </Field>
      )}
      <Field
        label={t('documentTitle')}
        required
        hint={kind === 'configuration' ? t('titleHint') : undefined}
        error={errorOf('title')}
      >
        <TextInput
          autoComplete="off"
          value={values.title}
          onChange={({ target }) => set('title', target.value)}
          onBlur={() => leave('title')}
        />
      </Field>
      <Field label={t('documentDescription')} error={errorOf('description')}>
        <TextArea
          rows={2}
          maxLength={longestDescription}
          value={values.description}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      <Field label={t('body')} error={refused} hint={t('bodyHint')}>
        <Body form={form} faults={faults} />
      </Field>
      {/* Each is said once. */}
      {(others.length > 0 || isFine) && <Faults faults={others} />}
      {kind === 'configuration' && <RehearsalPanel title={values.title.trim()} body={values.body} />}
    </>
  )
}

// A section of an application's properties, and a line of text in it.
import type { ReactNode } from 'react'
import type { Application } from '#contract/applications.ts'
import type { Form } from '#web/lib/use-form.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { openOfSystem, type Properties } from './properties-form.ts'

export type Part = { form: Form<Properties>; application: Application }

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
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

export const Line = ({
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

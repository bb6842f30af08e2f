// A form: what was typed, what is wrong with it (after a field was left, or all of it was sent), and what the server
// refused, at the field it named (docs/ux.md, rule 21).
import { type FormEvent, useEffect, useState } from 'react'
import { same } from './on-top.ts'
import { CallProblem, type NewerChange, fieldText, problemText } from './problem.ts'

/** By field; `redirectUris.1` for one of several. */
export type FieldErrors = Readonly<Record<string, string | undefined>>
type FormRefusal = {
  readonly fields: FieldErrors
  readonly rest?: string | undefined
  readonly overtaken?: NewerChange | undefined
}

const nothing: FormRefusal = { fields: {} }

const belongsTo = (path: string, field: string) => path === field || path.startsWith(`${field}.`)

const without = ({ fields, overtaken }: FormRefusal, name: string): FormRefusal => ({
  overtaken,
  fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !belongsTo(path, name))),
})

/** What the server said of its fields, and the words for the rest. */
const refusalOf = (error: unknown, values: object): FormRefusal => {
  const names = Object.keys(values)
  const fieldErrors = error instanceof CallProblem ? error.fields : []
  const known = fieldErrors.filter(({ field }) => names.some((name) => belongsTo(field, name)))
  const overtaken = error instanceof CallProblem ? error.changed : undefined
  return {
    overtaken,
    fields: Object.fromEntries(known.map((problem) => [problem.field, fieldText(problem, values)])),
    rest: fieldErrors.length === 0 || known.length < fieldErrors.length ? problemText(error) : undefined,
  }
}

/** The first field of a form that is wrong gets the focus, once it is drawn as such. */
const useFocusOnFirst = () => {
  const [refused, setRefused] = useState<{ form: Element }>()
  useEffect(() => refused?.form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [refused])
  return (form: Element) => setRefused({ form })
}

const useFieldErrors = (fieldErrors: FieldErrors) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState(nothing)
  return {
    refused,
    setRefused,
    setSent,
    any: Object.values(fieldErrors).some(Boolean),
    of: (path: string) => refused.fields[path] ?? (sent || left.has(path) ? fieldErrors[path] : undefined),
    leave: (path: string) => setLeft((before) => new Set([...before, path])),
    forget: () => {
      setLeft(new Set())
      setSent(false)
      setRefused(nothing)
    },
  }
}

export const useForm = <Values extends object>(initial: Values, fieldErrorsOf: (values: Values) => FieldErrors) => {
  type Name = keyof Values & string
  const [values, setValues] = useState(initial)
  const fieldErrors = useFieldErrors(fieldErrorsOf(values))
  const focusFirst = useFocusOnFirst()
  const refuse = (form: Element, refused: FormRefusal) => {
    fieldErrors.setRefused(refused)
    fieldErrors.setSent(true)
    focusFirst(form)
  }
  const begin = (next: Values) => {
    setValues(next)
    fieldErrors.forget()
  }
  return {
    values,
    set: <K extends Name>(name: K, value: Values[K]) => {
      setValues((before) => ({ ...before, [name]: value }))
      fieldErrors.setRefused((before) => without(before, name))
    },
    /** Runs only when nothing is wrong; what it throws stands at the fields. */
    send: (run: (values: Values) => Promise<unknown>) => async (event: FormEvent) => {
      event.preventDefault()
      const form = event.currentTarget
      if (fieldErrors.any) return refuse(form, nothing)
      fieldErrors.setRefused(nothing)
      await run(values).catch((error: unknown) => refuse(form, refusalOf(error, values)))
    },
    errorOf: fieldErrors.of,
    leave: fieldErrors.leave,
    /** What has no field of its own. */
    failure: fieldErrors.refused.rest,
    /** Somebody else changed it since it was read. */
    overtaken: fieldErrors.refused.overtaken,
    changed: (Object.keys(values) as Name[]).filter((name) => !same(values[name], initial[name])),
    /** As it was before anything was typed, or as something new begins. */
    begin,
    reset: () => begin(initial),
  }
}
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

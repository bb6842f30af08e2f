// A form over something that is stored: it follows what is stored where nothing was typed, keeps what was typed when
// somebody else was faster, and says who that was (T57, A-201).
import { useState } from 'react'
import { onTop, same } from './on-top.ts'
import { type FieldErrors, useForm } from './use-form.ts'

type StoredFormOptions<Stored, Values> = {
  /** As it is known now; the form keeps the one that it began with. */
  readonly stored: Stored
  readonly typedOf: (stored: Stored) => Values
  readonly fieldErrorsOf: (values: Values) => FieldErrors
  /** While it is saved, what comes in is the answer. */
  readonly busy: boolean
}

export const useStoredForm = <Stored extends { modifiedOn: string }, Values extends object>(
  over: StoredFormOptions<Stored, Values>,
) => {
  const { stored, typedOf, fieldErrorsOf, busy } = over
  const [base, setBase] = useState(stored)
  const form = useForm(typedOf(base), fieldErrorsOf)
  const takeOver = (next: Stored, values = typedOf(next)) => {
    setBase(next)
    form.begin(values)
  }
  const follow = () => takeOver(stored, onTop({ base: typedOf(base), typed: form.values, theirs: typedOf(stored) }))
  // An answer that is older than what was saved is on its way out.
  const newer = stored.modifiedOn > base.modifiedOn
  const theirs = newer ? differing(typedOf(stored), typedOf(base)) : []
  const behind = newer && form.changed.length > 0 && (theirs.length > 0 || form.overtaken !== undefined)
  if (newer && !behind && !busy) follow()
  return {
    ...form,
    /** As it was read: what a save sends. */
    modifiedOn: base.modifiedOn,
    takeOver,
    /** Where somebody else was faster: which fields those are, and the way to theirs, with what was typed on top. */
    behind: behind ? { fields: theirs, catchUp: follow } : undefined,
  }
}

const differing = <Values extends object>(a: Values, b: Values) =>
  (Object.keys(a) as (keyof Values & string)[]).filter((name) => !same(a[name], b[name]))

// A group as it is typed: what is missing, what the server did not take, and what goes to it.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/groups.ts'
import { CallProblem } from '#web/lib/problem.ts'
import { useForm } from '#web/lib/use-form.ts'

export type Typed = { name: string; areaId: string; description: string }

export const nothingTyped: Typed = { name: '', areaId: '', description: '' }
export const typedOf = ({ name, areaId, description }: Group): Typed => ({ name, areaId, description: description ?? '' })

const fields = ['name', 'areaId', 'description'] as const

export const useGroupForm = (stored: Typed) => {
  const { t } = useTranslation('groups')
  const form = useForm(stored, ({ name, areaId }) => ({ name: name.trim() ? undefined : t('nameRequired'), areaId: areaId ? undefined : t('areaRequired') }))
  const { values } = form
  useFollowing(stored, form)
  const inWords = (error: unknown) => {
    if (!(error instanceof CallProblem) || error.code !== 'group-name-taken') return error
    const message = t('nameTaken', { name: values.name.trim() })
    return new CallProblem('answered', error.status, { code: error.code, message, errors: [{ field: 'name', message }] }, error.reference)
  }
  return {
    ...form,
    /** R5.7-01, in the reader's language. */
    submit: (run: (sent: { name: string; areaId: string; description: string | null }) => Promise<unknown>) =>
      form.send(async ({ name, areaId, description }) => {
        try {
          await run({ name: name.trim(), areaId, description: description.trim() || null })
        } catch (error) {
          throw inWords(error)
        }
      }),
  }
}

export type GroupForm = ReturnType<typeof useGroupForm>

/** What somebody else changed meanwhile shows where nothing was typed. */
const useFollowing = (stored: Typed, { values, set }: Pick<GroupForm, 'values' | 'set'>) => {
  const known = useRef(stored)
  useEffect(() => {
    for (const field of fields) if (stored[field] !== known.current[field] && values[field] === known.current[field]) set(field, stored[field])
    known.current = stored
  })
}

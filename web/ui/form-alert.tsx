// What the server refused of a form, over its fields: somebody else was faster, or anything else that has no field.
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type NewerChange, changedText } from '#web/lib/problem.ts'
import { Alert } from './alert.tsx'

type FormRefusal = {
  readonly failure: string | undefined
  readonly overtaken: NewerChange | undefined
  /** Once the newer state is known. */
  readonly behind?: { readonly fields: readonly string[]; readonly catchUp: () => void } | undefined
}

type Props = { form: FormRefusal; names?: Readonly<Record<string, string>> }

/** Nothing typed is lost, and theirs can be had. */
export const FormAlert = ({ form: { failure, overtaken, behind }, names = {} }: Props) => {
  const { t } = useTranslation('errors')
  if (!overtaken && !behind) return failure ? <Alert>{failure}</Alert> : null
  const fields = (behind?.fields ?? []).flatMap((field) => names[field] ?? [])
  const newer = behind && (
    <button
      type="button"
      className="b"
      onClick={({ currentTarget }) => {
        // It goes, and leaves the focus to what it changes.
        currentTarget.closest('form')?.querySelector<HTMLElement>('input, select, textarea')?.focus()
        behind.catchUp()
      }}
    >
      {t('loadNewer')}
    </button>
  )
  return (
    <Alert mark={<CircleAlert size={20} aria-hidden="true" />} action={newer}>
      <b>{overtaken ? changedText(overtaken) : t('changedMeanwhile')}</b>
      <p>
        {fields.length > 0 && `${t('changedFields', { fields: fields.join(', ') })} `}
        {t('typedKept')}
      </p>
    </Alert>
  )
}

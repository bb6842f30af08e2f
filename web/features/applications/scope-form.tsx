// One scope more, with what it may be made of beside it (R5.4-08).
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useRules } from './rules.ts'

const empty = { scope: '' }

export const ScopeForm = ({ busy, onAdd }: { busy: boolean; onAdd: (scope: string) => Promise<unknown> }) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const form = useForm(empty, ({ scope }) => ({ scope: rules.scope(scope) }))
  const add = async ({ scope }: { scope: string }) => {
    await onAdd(scope)
    form.begin(empty)
  }
  return (
    <form
      className="card ap-add"
      aria-label={t('addScope')}
      noValidate
      onSubmit={(event) => void form.send(add)(event)}
    >
      <Field label={t('scope')} required hint={t('scopeHint')} error={form.errorOf('scope')}>
        <TextInput
          className="input code"
          value={form.values.scope}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => form.set('scope', target.value)}
        />
      </Field>
      <Button type="submit" className="b" off={busy} aria-busy={busy}>
        <Plus size={16} aria-hidden="true" />
        {t('addScope')}
      </Button>
      {form.failure && (
        <p className="wrong" role="alert">
          {form.failure}
        </p>
      )}
    </form>
  )
}

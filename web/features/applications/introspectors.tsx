// Which other applications may ask what the access tokens of this one are worth, by their application ids.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '#web/ui/field.tsx'

type Props = {
  names: readonly string[]
  errorOf: (path: string) => string | undefined
  onChange: (names: string[]) => void
}

export const Introspectors = ({ names, errorOf, onChange }: Props) => {
  const { t } = useTranslation('applications')
  const [text, setText] = useState('')
  const wrong = [errorOf('introspectors'), ...names.map((_, at) => errorOf(`introspectors.${at}`))].find(Boolean)
  const add = () => {
    const name = text.trim()
    if (name) onChange([...new Set([...names, name])])
    setText('')
  }
  return (
    <div className="ap-scopes">
      <div className="ap-add">
        <Field label={t('introspectors')} hint={t('introspectorsHint')} error={wrong}>
          <TextInput
            value={text}
            maxLength={200}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
        </Field>
        <button type="button" className="b" aria-label={t('addIntrospector')} onClick={add}>
          <Plus size={15} aria-hidden="true" />
          {t('add')}
        </button>
      </div>
      <ul className="ap-tags">
        {names.map((name) => (
          <li key={name} className="tag">
            <code>{name}</code>
            <button
              type="button"
              className="ic s"
              aria-label={t('removeNamed', { name })}
              onClick={() => onChange(names.filter((one) => one !== name))}
            >
              <Trash2 size={13} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

// Which events a webhook is made for: by what they are about, with a search over both.
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookEvents } from '#contract/webhook-events.ts'
import { useEventName } from '#web/lib/use-event-name.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { plainText } from '#web/lib/plain-text.ts'

type Choice = { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }
type Props = Choice & { error: string | undefined }
type Group = { readonly noun: string; readonly types: readonly string[] }

const groups: readonly Group[] = Object.entries(webhookEvents).map(([noun, acts]) => ({
  noun,
  types: acts.map((act) => `${noun}.${act}`),
}))

const Types = ({ group: { noun, types }, chosen, onChange, open }: Choice & { group: Group; open: boolean }) => {
  const { t } = useTranslation('webhooks')
  const name = useEventName()
  const mine = types.filter((type) => chosen.includes(type))
  const others = chosen.filter((type) => !types.includes(type))
  const all = mine.length === types.length
  return (
    <details className="wh-group" open={open || undefined}>
      <summary>
        <b>{name.noun(noun)}</b>
        <span className={mine.length > 0 ? 'tag c' : 'mut'}>
          {t('ofAll', { chosen: mine.length, all: types.length })}
        </span>
      </summary>
      <div className="wh-types">
        {types.length > 1 && (
          <label className="tick">
            <input
              type="checkbox"
              aria-label={t('allOf', { group: name.noun(noun) })}
              checked={all}
              onChange={() => onChange(all ? others : [...others, ...types])}
            />
            <span>{t('all')}</span>
          </label>
        )}
        {types.map((type) => (
          <label key={type} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
              }
            />
            <span>
              {name.act(type.slice(noun.length + 1))}
              <small>{type}</small>
            </span>
          </label>
        ))}
      </div>
    </details>
  )
}

/** What is wrong stands at the search, not below all of the groups. */
export const EventChoice = ({ chosen, onChange, error }: Props) => {
  const { t } = useTranslation('webhooks')
  const name = useEventName()
  const [typed, setTyped] = useState('')
  const said = useId()
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  const found = groups.flatMap(({ noun, types }) => {
    const some = types.filter((type) => words.every((word) => plainText(`${type} ${name.whole(type)}`).includes(word)))
    return some.length > 0 ? [{ noun, types: some }] : []
  })
  return (
    <div className="wh-events">
      <Field label={t('events')} required hint={t('eventsHint')} error={error}>
        <TextInput
          type="search"
          placeholder={t('findEvents')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <p id={said} className="mut" role="status">
        {t('chosen', { count: chosen.length })}
      </p>
      {found.map((group) => (
        <Types key={group.noun} group={group} open={words.length > 0} chosen={chosen} onChange={onChange} />
      ))}
      {found.length === 0 && <p className="mut">{t('noEvents')}</p>}
    </div>
  )
}

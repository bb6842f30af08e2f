// What an entry says of before and after, in words: what changed first, the rest on demand; as JSON behind a switch.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Named, SystemLogDetail } from '#contract/log-entries.ts'
import { Segments } from '#web/ui/segments.tsx'
import { type Field, fieldsOf } from './fields.ts'
import { useWords } from './use-words.ts'

/** What there is much of stands in lines. */
const Said = ({ lines }: { lines: readonly string[] }) => {
  const { t } = useTranslation('logs')
  if (lines.length === 0) return <i>{t('nothing')}</i>
  if (lines.length === 1) return lines[0]
  return (
    <ul className="lg-lines">
      {lines.map((line, index) => (
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

const Line = ({ field, words }: { field: Field; words: ReturnType<typeof useWords> }) => {
  const { name, before, after, changed } = field
  const side = (value: unknown) => <Said lines={words.lines(name, value)} />
  return (
    <tr>
      <th scope="row">{words.field(name)}</th>
      <td>{changed && before !== undefined ? <del>{side(before)}</del> : side(before)}</td>
      <td>{changed ? <ins>{side(after)}</ins> : side(after)}</td>
    </tr>
  )
}

const Table = ({ fields, names }: { fields: readonly Field[]; names: readonly Named[] }) => {
  const { t } = useTranslation('logs')
  const words = useWords(names)
  const [all, showAll] = useState(false)
  const same = fields.filter(({ changed }) => !changed)
  const shown = all ? fields : fields.filter(({ changed }) => changed)
  return (
    <>
      <table className="lg-diff">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => (
            <Line key={field.name} field={field} words={words} />
          ))}
        </tbody>
      </table>
      {same.length > 0 && (
        <button type="button" className="b tx sm" aria-expanded={all} onClick={() => showAll(!all)}>
          {t(all ? 'hideUnchanged' : 'showUnchanged', { count: same.length })}
        </button>
      )}
    </>
  )
}

/** What was asked for in a look, as far as anything was. */
const AskedFor = ({ fields, names }: { fields: readonly Field[]; names: readonly Named[] }) => {
  const { t } = useTranslation('logs')
  const words = useWords(names)
  const asked = fields.filter(({ after }) => words.lines('', after).length > 0 && after !== false)
  if (asked.length === 0) return <p className="lg-nothing">{t('nothingChanged')}</p>
  return (
    <section className="lg-changes" aria-label={t('askedFor')}>
      <header>
        <h3>{t('askedFor')}</h3>
      </header>
      <table className="lg-diff">
        <tbody>
          {asked.map(({ name, after }) => (
            <tr key={name}>
              <th scope="row">{words.field(name)}</th>
              <td>
                <Said lines={words.lines(name, after)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export const Difference = ({ entry: { metaData, names, changes } }: { entry: SystemLogDetail }) => {
  const { t } = useTranslation('logs')
  const [view, setView] = useState<'difference' | 'json'>('difference')
  if (!metaData) return <p className="lg-nothing">{t('nothingChanged')}</p>
  const fields = fieldsOf(metaData)
  if (changes === null) return <AskedFor fields={fields} names={names} />
  const changed = fields.filter((field) => field.changed).length
  return (
    <section className="lg-changes" aria-label={t('whatChanged')}>
      <header>
        <h3>{t('whatChanged')}</h3>
        <span className="tag">{t('ofFields', { changed, count: fields.length })}</span>
        <span className="sp" />
        <Segments
          label={t('view')}
          segments={[
            { value: 'difference', label: t('difference') },
            { value: 'json', label: 'JSON' },
          ]}
          chosen={view}
          onChoose={setView}
        />
      </header>
      {view === 'json' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
        <pre tabIndex={0}>{JSON.stringify(metaData, null, 2)}</pre>
      ) : (
        <Table fields={fields} names={names} />
      )}
    </section>
  )
}

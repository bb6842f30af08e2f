// “1–10 of 1,284”, the pages, and how many rows one has (R2.5-57, R9-01).
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import type { Table } from './use-table.ts'
import { pageSizes } from './use-list-state.ts'

/** First, last, and two on each side; a gap is undefined. */
export const pageNumbers = (page: number, last: number): (number | undefined)[] => {
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === last || Math.abs(number - page) <= (page <= 3 || page > last - 3 ? 3 : 1),
  )
  return near.flatMap((number, index) =>
    index > 0 && number - (near[index - 1] ?? 0) > 1 ? [undefined, number] : [number],
  )
}

export const Foot = <R,>({ table: { list, state, rows, changeSettings } }: { table: Table<R> }) => {
  const { t, i18n } = useTranslation('table')
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const last = Math.max(1, Math.ceil(rows.count / state.size))
  const [from, to] = [(state.page - 1) * state.size + 1, Math.min(rows.count, state.page * state.size)]
  const resize = (size: number) => {
    changeSettings({ defaultPageSize: size })
    state.set({ size: String(size) })
  }
  const go = (page: number) => state.set({ page: page > 1 ? String(page) : undefined }, { keepPage: true })
  return (
    <footer className="et-foot">
      <span role="status">
        {rows.data
          ? rows.count > 0 && from <= to
            ? t(rows.about === undefined ? 'range' : 'rangeAbout', {
                from: number.format(from),
                to: number.format(to),
                total: number.format(rows.about ?? rows.count),
              })
            : t('rangeNone')
          : ''}
      </span>
      <span className="sp" />
      <nav className="et-pages" aria-label={t('pages', { title: list.title })}>
        <Button
          className="ic s"
          aria-label={t('previousPage')}
          data-tip={t('previousPage')}
          off={state.page <= 1}
          onClick={() => go(state.page - 1)}
        >
          <ChevronLeft size={17} />
        </Button>
        {pageNumbers(state.page, last).map((page, index) =>
          page === undefined ? (
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className="et-page"
              aria-label={t('page', { page: number.format(page) })}
              aria-current={page === state.page ? 'page' : undefined}
              onClick={() => go(page)}
            >
              {number.format(page)}
            </button>
          ),
        )}
        <Button
          className="ic s"
          aria-label={t('nextPage')}
          data-tip={t('nextPage')}
          off={state.page >= last}
          onClick={() => go(state.page + 1)}
        >
          <ChevronRight size={17} />
        </Button>
      </nav>
      <label>
        <span className="sr">{t('rowsPerPage')}</span>
        <select className="inp" value={state.size} onChange={({ target }) => resize(Number(target.value))}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('perPage', { size })}
            </option>
          ))}
        </select>
      </label>
    </footer>
  )
}

// Takes search and filters away, and goes with them: the focus goes on in the search.
import { useTranslation } from 'react-i18next'
import type { ListState } from './use-list-state.ts'

export const ClearAll = ({ className, state }: { className: string; state: Pick<ListState, 'clear'> }) => {
  const { t } = useTranslation('table')
  return (
    <button
      type="button"
      className={className}
      onClick={({ currentTarget }) => {
        currentTarget.closest('.et')?.querySelector<HTMLElement>('.et-search input')?.focus()
        state.clear()
      }}
    >
      {t('clearAll')}
    </button>
  )
}

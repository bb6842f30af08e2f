// A filter whose value is looked for on the server: a button that says what is chosen, with the search under it.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '#web/ui/popover.tsx'
import { labelled } from '#web/lib/labelled.ts'

export type Chosen = { readonly value: string; readonly set: (value: string) => void }

export const ChoiceFilter = ({ label, icon, chosen, onClear, panel }: Props) => {
  const { t } = useTranslation('logs')
  return (
    <span className={`lg-filter${chosen ? ' on' : ''}`}>
      <Popover
        kind="dialog"
        align="start"
        className={`inp${chosen ? ' on' : ''}`}
        label={chosen ? labelled(label, chosen) : label}
        trigger={
          <>
            {icon}
            <span>{chosen ?? label}</span>
          </>
        }
        panel={(close) => <div className="lg-pick">{panel(close)}</div>}
      />
      {chosen && (
        <button
          type="button"
          className="ic s"
          aria-label={t('clear', { label })}
          data-tip={t('clear', { label })}
          onClick={onClear}
        >
          <X size={14} />
        </button>
      )}
    </span>
  )
}
type Props = {
  label: string
  icon: ReactNode
  chosen: string | undefined
  onClear: () => void
  panel: (close: () => void) => ReactNode
}

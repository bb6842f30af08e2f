// A panel from the side of the page, modal.
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PartBoundary } from './lazily.tsx'
import { CloseButton, type GuardedProps, GuardedModal } from './guarded-modal.tsx'

type Props = GuardedProps & {
  title: ReactNode
  count?: number
  /** Around the title: a picture before it, a line under it, a mark behind it. */
  picture?: ReactNode
  line?: ReactNode
  mark?: ReactNode
  side: 'left' | 'right'
  width: number
  /** A sheet with a margin around it. */
  inset?: boolean
  /** Nothing in it takes the focus: the keys scroll the whole of it. */
  textOnly?: boolean
  footer?: ReactNode
  children: ReactNode
}

export const Drawer = ({
  title,
  count,
  picture,
  line,
  mark,
  side,
  width,
  inset = false,
  textOnly = false,
  footer,
  children,
  ...guarded
}: Props) => {
  const { t } = useTranslation('shell')
  const id = useId()
  return (
    <GuardedModal
      {...guarded}
      className={`drawer ${side}${inset ? ' inset' : ''}`}
      style={{ width }}
      aria-labelledby={id}
    >
      <div className="drawer-in">
        <header>
          {picture}
          {line ? (
            <div className="drawer-title">
              <h2 id={id}>{title}</h2>
              <p>{line}</p>
            </div>
          ) : (
            <h2 id={id}>{title}</h2>
          )}
          {count !== undefined && <span className="mut">{count}</span>}
          <span className="sp" />
          {mark}
          <CloseButton className="ic" aria-label={t('close')} data-tip={t('close')}>
            <X size={19} />
          </CloseButton>
        </header>
        <div className="drawer-body" {...(textOnly && { tabIndex: 0, role: 'group', 'aria-labelledby': id })}>
          <PartBoundary>{children}</PartBoundary>
        </div>
        {footer && <footer>{footer}</footer>}
      </div>
    </GuardedModal>
  )
}

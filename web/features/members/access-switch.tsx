// On: a role of the application is given, or about to be chosen. Disabled, it says why.
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { WithReason } from '#web/ui/tip.tsx'

type Props = {
  readonly toggle: RefObject<HTMLInputElement | null>
  readonly application: { readonly displayName: string }
  readonly on: boolean
  /** Its list of roles is open: a press of the switch must not close it first. */
  readonly choosing: boolean
  readonly disabled: boolean
  readonly reason: string | undefined
  readonly onPress: (on: boolean) => void
}

export const AccessSwitch = ({ toggle, application, on, choosing, disabled, reason, onPress }: Props) => {
  const { t } = useTranslation('members')
  return (
    <WithReason reason={reason}>
      <input
        ref={toggle}
        type="checkbox"
        role="switch"
        className="sw"
        aria-label={t('accessTo', { application: application.displayName })}
        checked={on}
        disabled={disabled}
        onPointerDown={(event) => choosing && event.stopPropagation()}
        onMouseDown={(event) => choosing && event.preventDefault()}
        onChange={({ target }) => onPress(target.checked)}
      />
    </WithReason>
  )
}

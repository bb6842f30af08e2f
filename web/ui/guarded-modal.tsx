// A modal that holds a form: Escape, a click beside it, its buttons and the back button ask before what was typed in it
// is lost (docs/ux.md, rule 26). The form says whether something was typed; the rest is here, for all of them.
import { type ComponentProps, createContext, use, useRef, useState } from 'react'
import { lazily } from './lazily.tsx'
import { Modal } from './modal.tsx'
import './dialog.css'

// The hub has drawers, and nothing to lose in them.
const DialogGuard = lazily(async () => (await import('./dialog-guard.tsx')).DialogGuard)

export type GuardedProps = {
  /** Something was typed that closing would lose; absent where nothing can be. */
  dirty?: boolean | undefined
  /** While something is saved or dragged, only a button closes it. */
  busy?: boolean | undefined
  onClose: () => void
}

const Leaving = createContext<() => void>(() => {})

/** A way out of the dialog or drawer around it: × or Cancel. */
export const CloseButton = ({ className = 'b', ...button }: Omit<ComponentProps<'button'>, 'type' | 'onClick'>) => (
  <button type="button" className={className} {...button} onClick={use(Leaving)} />
)

const useLeaving = ({ dirty = false, busy = false, onClose }: GuardedProps) => {
  const [asking, ask] = useState(false)
  const discarded = useRef(false)
  const leave = () => (dirty ? ask(true) : onClose())
  return {
    asking: asking && dirty,
    leave,
    leaveUnlessBusy: () => {
      if (!busy) leave()
    },
    /** Where a saved form leads to is not held back, nor where a discarded one does. */
    unsaved: () => dirty && !busy && !discarded.current,
    discard: () => {
      discarded.current = true
      onClose()
    },
    keep: () => ask(false),
  }
}

type Props = GuardedProps & Omit<ComponentProps<typeof Modal>, 'closable' | 'onEscape' | 'onBeside'>

export const GuardedModal = ({ dirty, busy = false, onClose, children, ...modal }: Props) => {
  const { asking, leave, leaveUnlessBusy, unsaved, discard, keep } = useLeaving({ dirty, busy, onClose })
  return (
    <Modal {...modal} closable={!dirty && !busy} onEscape={leaveUnlessBusy} onBeside={leaveUnlessBusy}>
      <Leaving value={leave}>{children}</Leaving>
      {dirty !== undefined && <DialogGuard unsaved={unsaved} asking={asking} onDiscard={discard} onKeep={keep} />}
    </Modal>
  )
}

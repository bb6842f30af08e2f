// What every dialog and drawer stands on: the browser's modal dialog, which keeps the focus and gives it back, with
// Escape by layers and the page behind it at rest. Who decides whether it closes is the caller.
import {
  type ComponentProps,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLayer } from './layer.ts'
import { useScrollLock } from './scroll-lock.ts'

type Native = Pick<ComponentProps<'dialog'>, 'className' | 'style' | 'role' | 'aria-label' | 'aria-labelledby'> &
  Pick<ComponentProps<'dialog'>, 'aria-describedby'>

type Props = Native & {
  /** The browser may close it by itself, as the back button of a telephone does. */
  closable: boolean
  /** Escape, or the browser's own way of closing. */
  onEscape: () => void
  /** A click beside it. */
  onBeside?: () => void
  children: ReactNode
}

/** First inside a dialog: it is open when React comes to what has `autoFocus`, which in a closed one takes no focus. */
const Opening = ({ onEscape }: { onEscape: () => void }) => {
  const here = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = here.current?.closest('dialog')
    if (element && !element.open) element.showModal()
    // Closed before it goes, so that the focus returns: after a question in front of it, behind which nothing takes it.
    return () => {
      for (const inner of element?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []) inner.close()
      element?.close()
    }
  }, [])
  useLayer(true, onEscape)
  useScrollLock()
  return <i ref={here} hidden />
}

/** Pressed and let go beside it: a text that is marked with the mouse may end there. */
const useClickBeside = (onBeside: (() => void) | undefined) => {
  const pressed = useRef(false)
  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      pressed.current = target === currentTarget
    },
    onClick: ({ target, currentTarget }: SyntheticEvent) => {
      if (pressed.current && target === currentTarget) onBeside?.()
    },
  }
}

export const Modal = ({ closable, onEscape, onBeside, children, ...native }: Props) => {
  const beside = useClickBeside(onBeside)
  return (
    <dialog
      {...native}
      {...beside}
      closedby={closable ? 'closerequest' : 'none'}
      onCancel={(event) => {
        // One of a file field inside comes up to here as well.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onEscape()
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return
        // A browser that knows no `closedby` closes at the second request, whatever was said to the first.
        if (!closable) currentTarget.showModal()
        onEscape()
      }}
    >
      <Opening onEscape={onEscape} />
      {children}
    </dialog>
  )
}

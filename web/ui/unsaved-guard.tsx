// What was typed is not lost by a click beside it or by the back button: leaving asks first (docs/ux.md, rule 26).
import { useBlocker } from '@tanstack/react-router'
import { DiscardQuestion } from './discard-question.tsx'

type Props = {
  /** Whether something was typed, asked at the moment of leaving. */
  unsaved: () => boolean
  /** The tabs of a page are one page, and keep what was typed; a dialog goes with every other address. */
  of: 'page' | 'dialog'
}

export const UnsavedGuard = ({ unsaved, of }: Props) => {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved() && (of === 'dialog' || current.pathname !== next.pathname),
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  return blocker.status === 'blocked' && <DiscardQuestion onDiscard={blocker.proceed} onKeep={blocker.reset} />
}

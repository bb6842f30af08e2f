// Of a dialog with a form: the back button asks, and so does whatever else would close it. Loaded with the first form.
import { DiscardQuestion } from './discard-question.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Props = { unsaved: () => boolean; asking: boolean; onDiscard: () => void; onKeep: () => void }

export const DialogGuard = ({ unsaved, asking, ...answers }: Props) => (
  <>
    <UnsavedGuard of="dialog" unsaved={unsaved} />
    {asking && <DiscardQuestion {...answers} />}
  </>
)

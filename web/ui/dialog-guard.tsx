// Of a dialog with a form: the back button asks, and so does whatever else would close it. Loaded with the first form.
import { useRouter } from '@tanstack/react-router'
import { DiscardQuestion } from './discard-question.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Props = { unsaved: () => boolean; asking: boolean; onDiscard: () => void; onKeep: () => void }

export const DialogGuard = ({ unsaved, asking, ...answers }: Props) => {
  // One that is outside of the pages (step-up) stays where another page comes, and loses nothing.
  const router = useRouter({ warn: false })
  return (
    <>
      {router && <UnsavedGuard of="dialog" unsaved={unsaved} />}
      {asking && <DiscardQuestion {...answers} />}
    </>
  )
}

// What was just done from an explanation, said in the drawer itself, which stands over the messages of the page; the
// way back stays until the next change.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { useReadAgain } from './use-read-again.ts'

export type DoneStep = { readonly text: string; readonly undo: (() => Promise<unknown>) | undefined }

export const Done = ({ step: { text, undo }, onUndone }: { step: DoneStep; onUndone: () => void }) => {
  const { t } = useTranslation('table')
  const readAgain = useReadAgain()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const takeBack = async (back: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await back()
      await readAgain()
      onUndone()
    } catch (error) {
      setFailure(problemText(error))
      setBusy(false)
    }
  }
  return (
    <>
      <div className="done-step" role="status">
        <CircleCheck size={17} aria-hidden="true" />
        <p>{text}</p>
        {undo && (
          <Button className="b sm" off={busy} onClick={() => void takeBack(undo)}>
            {t('undo')}
          </Button>
        )}
      </div>
      {failure && (
        <Alert>
          <b>{t('notUndone')}</b>
          <p>{failure}</p>
        </Alert>
      )}
    </>
  )
}

// Asks in the way of everything else who one is, where a call was refused for want of it; the call is then made again.
import { createRoot } from 'react-dom/client'
import { stepUp } from '#contract/step-up.ts'
import { call } from '#web/lib/client.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

const ask = async () => {
  const [ways] = await Promise.all([call(stepUp.ways), addTexts('step-up'), addTexts('table')])
  return new Promise<boolean>((resolve) => {
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    const end = (proven: boolean) => {
      root.unmount()
      place.remove()
      resolve(proven)
    }
    root.render(<StepUpDialog ways={ways} onProven={() => end(true)} onClose={() => end(false)} />)
  })
}

let asking: Promise<boolean> | undefined

/** Once for all calls that wait for it. False where somebody would rather not. */
export const askProof = () => {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

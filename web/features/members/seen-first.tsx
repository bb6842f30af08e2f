// A question before what takes access away, with whom it hits; what was seen is what is done (ux.md, note 7).
import type { ReactNode } from 'react'
import type { TriedChange } from '#web/lib/access-parts.ts'
import { useFreshPreview } from '#web/lib/use-fresh-preview.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { inWords } from './refusal.ts'

type Props = {
  /** None where it cannot be tried. */
  change: TriedChange | undefined
  title: string
  body: ReactNode
  ok: string
  keep?: string
  run: () => unknown
  onClose: () => void
}

export const SeenFirst = ({ change, body, run, ...question }: Props) => {
  const { viewOf, fresh } = useFreshPreview({ small: true })
  const view = change && viewOf(change)
  const go = async () => {
    if (change) await inWords(fresh(change))
    return run()
  }
  return <Confirm {...question} danger wide={Boolean(view)} body={<>{typeof body === 'string' ? <p>{body}</p> : body}{view}</>} run={go} />
}

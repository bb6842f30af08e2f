// A question before what takes access away, with whom it hits.
import type { ComponentProps } from 'react'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { useParts } from '#web/lib/parts.tsx'
import { Confirm } from '#web/ui/confirm.tsx'

/** `change`: none where it cannot be previewed. */
export const PreviewFirst = ({
  change,
  ...question
}: Omit<ComponentProps<typeof Confirm>, 'danger' | 'review'> & { change: PreviewedChange | undefined }) => {
  const { previewOf } = useParts()
  return <Confirm {...question} danger review={previewOf?.(change)} />
}

// A question before what takes access away, with whom it hits.
import type { ComponentProps } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'

/** `change`: none where it cannot be tried. */
export const PreviewFirst = ({
  change,
  ...question
}: Omit<ComponentProps<typeof Confirm>, 'danger' | 'tries'> & { change: ComponentProps<typeof Confirm>['tries'] }) => (
  <Confirm {...question} danger tries={change} />
)

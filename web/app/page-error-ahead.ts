// Loaded ahead of any error: after a release the file of this page is gone as well.
import { lazyRouteComponent } from '@tanstack/react-router'
import { addTexts } from '#web/lib/i18n.ts'

/** What it says comes first: from the moment its file is there, it speaks for every part that fails. */
export const pageError = lazyRouteComponent(async () => {
  await addTexts('page-error')
  return import('./page-error.tsx')
}, 'PageError')

// Loaded ahead of any error: after a release the file of this page is gone as well.
import { lazyRouteComponent } from '@tanstack/react-router'
import { addTexts } from '#web/lib/i18n.ts'

export const pageError = lazyRouteComponent(
  async () => (await Promise.all([import('./page-error.tsx'), addTexts('page-error')]))[0],
  'PageError',
)

import { KeySquare } from 'lucide-react'
import { accessTokens } from '#contract/access-tokens.ts'
import { defineScreen } from '#web/lib/screen.ts'

/** R2.5-15 */
export const screen = defineScreen({
  id: 'control-pats',
  group: 'security',
  order: 3,
  path: '/admin/control-pats',
  icon: KeySquare,
  for: accessTokens.all,
  list: accessTokens.all,
})

import { KeyRound } from 'lucide-react'
import { accessTokens } from '#contract/access-tokens.ts'
import { defineScreen } from '#web/lib/screen.ts'

/** R2.5-12 */
export const screen = defineScreen({
  id: 'pats',
  group: 'access',
  order: 3,
  path: '/admin/pats',
  icon: KeyRound,
  for: accessTokens.list,
  list: accessTokens.list,
})

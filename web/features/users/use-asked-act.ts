// What the command palette asks for on a user's page (`?act=`): the question of the page is opened, once. An address
// alone does nothing, and what the page would not offer is not asked.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/users.ts'
import { useWithheldMail } from './withheld-mail.ts'
import { useIsOwn, verbFor } from './status.tsx'
import type { OpenUserDialog } from './user-head.tsx'

type Act = { readonly act?: string; readonly group?: string }

export const useAskedAct = (user: User, open: (opened: OpenUserDialog, groupId?: string) => void) => {
  const { act, group } = useSearch({ strict: false }) as Act
  const navigate = useNavigate()
  const { touch } = useWithheldMail()
  const isOwn = useIsOwn()(user)
  const openedBy = (): OpenUserDialog => {
    if (user.draft) return undefined
    if (act === 'group') return 'group'
    if (touch(user)) return undefined
    if (act === 'invite') return 'invite'
    return act === verbFor(user) && !(act === 'lock' && isOwn) ? 'state' : undefined
  }
  useEffect(() => {
    if (act === undefined) return
    open(openedBy(), group)
    void navigate({
      to: '.',
      search: ({ act: _act, group: _group, ...rest }: Act) => rest,
      replace: true,
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [act, group])
}

import { UsersRound } from 'lucide-react'
import { groups } from '#contract/groups.ts'
import { finds, defineScreen } from '#web/lib/screen.ts'

export const screen = defineScreen({
  id: 'groups',
  group: 'directory',
  order: 2,
  path: '/admin/groups',
  icon: UsersRound,
  for: groups.roles,
  list: groups.list,
  find: finds(groups.list, (group) => ({
    label: group.name,
    hint: group.areaName,
    path: `admin/groups/${group.id}`,
    id: group.id,
    joinable: !group.automated,
  })),
})

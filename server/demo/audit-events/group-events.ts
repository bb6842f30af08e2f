// What happened to the groups of the demonstration.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { groupEvents } from '#server/features/groups/groups.public.ts'
import { areaName } from '../areas.ts'
import { chanceOf, daysBefore } from '../chance.ts'
import type { DemoGroup } from '../groups.ts'
import { type AuthorOf, operators, type World } from './authors.ts'

export const aboutGroups = ({ groups, people, now }: World, by: AuthorOf): AuditEntry[] => {
  const nameOf = new Map(people.map(({ id, userName }) => [id, userName]))
  return groups.flatMap((group) => {
    const chance = chanceOf(`audit events ${group.id}`)
    return [
      created(group, by),
      ...group.members
        .filter(() => chance.often(0.15))
        .map(
          ({ userId, permission }): AuditEntry => ({
            at: daysBefore(now, chance.next() * 30),
            ...by(chance.pick(operators), 'POST /api/v1/admin/groups/:id/users'),
            event: groupEvents.memberAdded({
              subject: group.id,
              after: { userId, group: group.name, userName: nameOf.get(userId) ?? '', permission },
            }),
          }),
        ),
    ]
  })
}

const created = ({ id, name, description, areaId, createdBy, createdOn }: DemoGroup, by: AuthorOf): AuditEntry => ({
  at: createdOn,
  ...by(createdBy, 'POST /api/v1/admin/groups'),
  event: groupEvents.created({
    subject: id,
    after: { id, name, description, areaId, areaName: areaName(areaId) },
  }),
})

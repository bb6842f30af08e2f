// What happened in the last month, stated as the product states it.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { daysBefore } from '../chance.ts'
import { byWhom, type World } from './authors.ts'
import { aboutGroups } from './group-events.ts'
import { aboutLookups, aboutMembers } from './member-events.ts'
import { aboutPeople } from './people-events.ts'
import { aboutRequests } from './request-events.ts'
import { aboutTenants } from './tenant-events.ts'

export const demoEvents = (world: World): AuditEntry[] => {
  const month = daysBefore(world.now, 31)
  const by = byWhom(world.people)
  return [aboutPeople, aboutGroups, aboutTenants, aboutMembers, aboutLookups, aboutRequests]
    .flatMap((about) => about(world, by))
    .filter((entry) => entry.at >= month && entry.at <= world.now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

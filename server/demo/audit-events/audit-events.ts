// The events of the last month, stated as the product states them, and every assignment since the beginning: its
// history names who gave it and when, as its reason does.
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
  const lately = [aboutPeople, aboutGroups, aboutTenants, aboutLookups, aboutRequests]
    .flatMap((about) => about(world, by))
    .filter(({ at }) => at >= month)
  return [...aboutMembers(world, by), ...lately]
    .filter(({ at }) => at <= world.now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

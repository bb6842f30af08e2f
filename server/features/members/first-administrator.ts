// The first account gets God and Administrator at the global tenant.
import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/kernel/context.ts'
import { insertGlobalMember } from './first-administrator.store.ts'

export const assignFirstRoles = (tx: Tx, { userId, now }: { userId: string; now: Date }) =>
  insertGlobalMember(tx, { id: randomUUID(), userId, now, roles: ['God', 'Administrator'] })

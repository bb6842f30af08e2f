// The changes of access that can be undone, as the audit log has them.
import type { z } from 'zod'
import type { StoredEvent } from '#server/features/audit/audit.public.ts'
import { groupEvents } from '#server/features/groups/groups.public.ts'
import { memberEvents } from '#server/features/members/members.public.ts'
import type { AuditEventType, none } from '#server/kernel/audit-event.ts'

type RecordedChange<Whole> = {
  readonly before: Whole | undefined
  readonly after: Whole | undefined
  /** As it became, or as it was where it went. */
  readonly latest: Whole
}

type ChangeEvents<Whole extends z.ZodType> = {
  readonly added: AuditEventType<typeof none, Whole>
  readonly changed: AuditEventType<Whole, Whole>
  readonly removed: AuditEventType<Whole, typeof none>
}

/** Undefined where an earlier version kept less than there is of it now. */
const reader =
  <Whole extends z.ZodType>({ added, changed, removed }: ChangeEvents<Whole>) =>
  (event: StoredEvent): RecordedChange<z.output<Whole>> | undefined => {
    const came = added.read(event) ?? changed.read(event)
    if (came) return { ...came, latest: came.after }
    const went = removed.read(event)
    return went && { ...went, latest: went.before }
  }

export const memberChangeOf = reader(memberEvents)

/** Somebody in a group. */
export const membershipChangeOf = reader({
  added: groupEvents.memberAdded,
  changed: groupEvents.memberChanged,
  removed: groupEvents.memberRemoved,
})

/** The kinds of events for which there is a way back. */
export const isUndoableKind = (type: string) =>
  /^((group-)?member\.(added|changed|removed)|tenant\.(moved|removed)|(group|role)\.removed)$/.test(type)

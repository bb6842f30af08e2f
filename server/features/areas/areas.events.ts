// What happens to areas.
import { Area } from '#contract/areas.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const AreaFields = Area.omit({ modifiedOn: true })

export const areaEvents = {
  created: auditEvent('area.created', 'area', { before: none, after: AreaFields }),
  changed: auditEvent('area.changed', 'area', { before: AreaFields, after: AreaFields }),
  removed: auditEvent('area.removed', 'area', { before: AreaFields, after: none }),
}

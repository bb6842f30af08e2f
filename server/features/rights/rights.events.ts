// What happens to requests to exercise rights. What people wrote, and their documents, stay out of the audit log.
import { z } from 'zod'
import { RightsRequestState } from '#contract/rights.ts'
import { RightName, RightsRequestType } from '#contract/rights-form.ts'
import { auditEvent, none } from '#server/kernel/audit-event.ts'

const State = z.object({ state: RightsRequestState })
const Due = z.object({ dueOn: z.iso.date() })

export const rightsEvents = {
  received: auditEvent('rights-request.received', 'rights-request', {
    before: none,
    after: z.object({
      state: RightsRequestState,
      requestType: RightsRequestType,
      rightsToExcercise: z.array(RightName),
      dueOn: z.iso.date(),
      documents: z.int(),
    }),
  }),
  taken: auditEvent('rights-request.taken', 'rights-request', { before: State, after: State }),
  extended: auditEvent('rights-request.extended', 'rights-request', { before: Due, after: Due }),
  answered: auditEvent('rights-request.answered', 'rights-request', { before: State, after: State }),
  reminded: auditEvent('rights-request.reminded', 'rights-request', { before: none, after: Due }),
  documentsRemoved: auditEvent('rights-request.documents-removed', 'rights-request', {
    before: none,
    after: z.object({ documents: z.int() }),
  }),
  removed: auditEvent('rights-request.removed', 'rights-request', { before: State, after: none }),
}

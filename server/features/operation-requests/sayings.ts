// What is told of requests: how they ended, and that one waits.
import { z } from 'zod'
import { saying } from '#server/kernel/saying.ts'
import { Kind, requestMessages, severalMessages, waitingMessage } from './messages.ts'
import { ReasonCode, reasonText } from './reasons.ts'

const About = z.object({ name: z.string(), tenant: z.string() })

/** What a person wrote stays as it is; why it could not be applied is said in the reader's language. */
export const requestEnded = saying({
  code: 'request-ended',
  data: About.extend({
    kind: Kind,
    roles: z.array(z.string()),
    reason: z.string().nullable(),
    reasonCode: ReasonCode.optional(),
  }),
  inWords: (language, { kind, name, tenant, roles, reason, reasonCode }) =>
    requestMessages(kind, language, {
      name,
      tenant,
      roles,
      reason: reasonCode ? reasonText(reasonCode, language) : (reason ?? ''),
    }),
})

/** Of several that ended in the same way at once. */
export const requestsEnded = saying({
  code: 'requests-ended',
  data: z.object({ kind: Kind, count: z.number() }),
  inWords: (language, { kind, count }) => severalMessages(kind, language, count),
})

/** To those who may decide it. */
export const requestWaits = saying({ code: 'request-waits', data: About, inWords: waitingMessage })

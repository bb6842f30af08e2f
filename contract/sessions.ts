// Where somebody is signed in, for themselves (additive).
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'
import { ById, Nothing } from './kernel/fields.ts'

export const OwnSession = z.object({
  id: z.uuid(),
  /** As they call themselves, "Chrome" and "Windows"; null where the browser did not tell. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(['desktop', 'phone', 'tablet', 'unknown']),
  ip: z.string().nullable(),
  startedOn: z.iso.datetime(),
  lastSeenOn: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const sessions = endpoints({
  list: {
    method: 'GET',
    path: '/profile/sessions',
    access: 'signed-in',
    summary: 'Where the caller is signed in: this session first, then the one seen last.',
    output: z.object({ items: z.array(OwnSession), count: z.number().int() }),
  },
  end: {
    method: 'DELETE',
    path: '/profile/sessions/:id',
    access: 'signed-in',
    summary: 'Ends one session of the caller, at once, with everything issued in it.',
    params: ById,
    output: Nothing,
  },
  endOthers: {
    method: 'POST',
    path: '/profile/sessions/endOthers',
    access: 'signed-in',
    summary: 'Signs the caller out everywhere else.',
    output: z.object({ ended: z.number().int() }),
  },
})

// Impersonation, to see what somebody sees: God only, where the installation allows it.
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'

const ById = z.object({ id: z.uuid() })

export const impersonation = endpoints({
  /** The specification's spelling (R7.11-08). */
  enabled: {
    method: 'GET',
    path: '/admin/dashboard/identyfyasEnabled',
    access: anyOf('God'),
    summary: 'Tells whether this installation lets a God impersonate others.',
    output: z.object({ enabled: z.boolean() }),
  },
  identifyAs: {
    method: 'GET',
    writes: true,
    path: '/admin/dashboard/identifyAs/:id',
    access: anyOf('God'),
    stepUp: true,
    summary:
      'Lets the caller impersonate that user, once their browser goes to `redirectTo` within a minute. Bearer token only (A-46).',
    params: ById,
    output: Outcome.extend({ redirectTo: z.string() }),
  },
  begin: {
    method: 'GET',
    writes: true,
    navigation: true,
    path: '/account/identifyAs/:token',
    access: 'anyone',
    summary: 'Where `identifyAs` sends the browser: it has a session as that user from now on.',
    params: z.object({ token: z.string().max(512) }),
    output: raw('text/html'),
  },
  end: {
    method: 'GET',
    writes: true,
    navigation: true,
    path: '/account/endIdentifyAs',
    access: 'anyone',
    summary: 'Ends it: the browser has its own session back.',
    output: raw('text/html'),
  },
})

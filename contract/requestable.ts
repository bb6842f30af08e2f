// Of which applications somebody may ask for access. By itself, since the hub loads it at once, and the schemas of
// requests (access-requests.ts) only when somebody asks.
import { z } from 'zod'
import { endpoints } from './kernel/endpoint.ts'

export const requestable = endpoints({
  applications: {
    method: 'GET',
    path: '/profile/accessRequests',
    access: 'signed-in',
    summary: 'The applications of which the caller may ask for a role, and whether one waits.',
    output: z.object({ applications: z.array(z.object({ id: z.number().int(), waiting: z.boolean() })) }),
  },
})

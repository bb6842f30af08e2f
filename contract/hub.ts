// The hub: the applications a person may open, their favourites and their order.
import { z } from 'zod'
import { Outcome } from './kernel/answer.ts'
import { endpoints, raw } from './kernel/endpoint.ts'
import { pictures } from './pictures.ts'

/** R3.5-02. `description` comes in the caller's language, or in English. */
export const HubItem = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  name: z.string(),
  publicUrl: z.string().nullable(),
  privateUrl: z.string().nullable(),
  prerelease: z.boolean(),
  hasAccess: z.boolean(),
  isUserFavorite: z.boolean(),
  /** Its disclaimer has to be accepted before it is opened (R2.5-48). */
  disclaimer: z.boolean(),
})
export type HubItem = z.infer<typeof HubItem>

/** What the database can number. */
const ApplicationId = z.int32()

const ById = z.object({ id: z.coerce.number().pipe(ApplicationId) })

export const hub = endpoints({
  homeInfo: {
    method: 'GET',
    path: '/admin/applications/homeInfo',
    access: 'signed-in',
    summary: 'The applications of the hub, in the order of the caller.',
    output: z.object({
      applications: z.object({ items: z.array(HubItem), count: z.number().int() }),
      /** Numeric id of the client portal application, or null. */
      clientPortalAppId: z.number().int().nullable(),
      /** What the caller used last comes first; their own order applies to the rest. */
      recentFirst: z.boolean(),
    }),
  },
  info: {
    method: 'GET',
    path: '/applications/info/:identityId',
    access: 'signed-in',
    summary: 'The applications of one identity: oneself, or anybody for administrators.',
    params: z.object({ identityId: z.uuid() }),
    output: z.object({ data: z.object({ items: z.array(HubItem), count: z.number().int() }) }),
  },
  status: {
    method: 'GET',
    path: '/applications/status/:applicationName',
    access: 'anyone',
    summary: 'The status text of an application: Running, Stopped or Maintenance.',
    params: z.object({ applicationName: z.string().max(200) }),
    output: raw('text/plain'),
  },
  icon: pictures.icon,
  adminIcon: {
    method: 'GET',
    path: '/admin/applications/icon/:id',
    access: 'anyone',
    summary: 'The icon of an application, cached for one hour.',
    params: ById,
    output: raw('image/*'),
  },
  favorite: {
    method: 'POST',
    path: '/admin/applications/favorites',
    access: 'signed-in',
    summary: 'Adds or removes a favourite of the caller.',
    input: z.object({ IsFavorite: z.boolean(), AppId: ApplicationId }),
    output: Outcome,
  },
  reorder: {
    method: 'POST',
    path: '/admin/applications/reorder',
    access: 'signed-in',
    summary: 'Stores the order of the caller’s applications.',
    input: z.object({ Order: z.array(ApplicationId).max(1000) }),
    output: Outcome,
  },
  recentFirst: {
    method: 'PUT',
    path: '/admin/applications/recentFirst',
    access: 'signed-in',
    summary: 'Whether what the caller used last comes first in the hub.',
    input: z.object({ recentFirst: z.boolean() }),
    example: () => ({ recentFirst: true }),
    output: Outcome,
  },
})

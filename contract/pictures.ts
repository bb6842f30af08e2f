// Pictures that stand on every page. `profile` and `hub` have these endpoints among theirs, and answer them.
import { z } from 'zod'
import { endpoints, raw } from './kernel/endpoint.ts'

export const pictures = endpoints({
  avatar: {
    method: 'GET',
    path: '/avatar/:hash',
    access: 'anyone',
    summary:
      'The picture of an e-mail address (hex MD5 or SHA-256 of it); generated initials where there is none (A-163).',
    params: z.object({ hash: z.string().max(64) }),
    query: z.object({
      s: z.coerce.number().int().min(16).max(512).catch(180).optional(),
      /** Without a picture, as Gravatar has it: `404`, or `blank` for nothing to see. */
      d: z.string().max(16).optional(),
      /** A new one passes the caches by. */
      v: z.string().max(64).optional(),
    }),
    output: raw('image/*'),
  },
  icon: {
    method: 'GET',
    path: '/applications/icon/:id',
    access: 'anyone',
    summary: 'The icon of an application, as an image; 404 where it has none, or 204 if asked for `d=blank`.',
    params: z.object({ id: z.coerce.number().pipe(z.int32()) }),
    query: z.object({
      /** `blank`: an application without an icon is no error, as on every page that shows its initial then. */
      d: z.string().max(16).optional(),
    }),
    output: raw('image/*'),
  },
})

// Disclaimers as people accept them (R3.8-20, A-170, A-171). Their texts are edited with the application
// (`contract/applications.ts`); what was accepted is never taken back.
import { z } from 'zod'
import { ByApplication, ApplicationNumber } from './application-fields.ts'
import { anyOf, endpoints, raw } from './kernel/endpoint.ts'
import { asRead } from './kernel/fields.ts'
import { ListQuery, pageOf } from './kernel/page.ts'

export const OwnDisclaimer = z.object({
  /** The id of the application. */
  appInfoId: z.int32(),
  displayAppName: z.string(),
  privateUrl: z.string().nullable(),
  accepted: z.boolean(),
  onAcceptedDate: z.iso.datetime().nullable(),
  appName: z.string(),
  /** In the caller's language, or in English, or in whichever there is. */
  text: z.string(),
  iconVersion: z.string().nullable(),
  /** Of the text: sent back with the acceptance, so that what is accepted is what was read. */
  modifiedOn: z.iso.datetime(),
})
export type OwnDisclaimer = z.infer<typeof OwnDisclaimer>

export const Acceptance = z.object({
  userId: z.uuid(),
  userName: z.string(),
  displayName: z.string(),
  email: z.string(),
  acceptedOn: z.iso.datetime(),
  /** Which text: those of `texts` are numbered. */
  revision: z.int(),
  /** Not asked again since. */
  current: z.boolean(),
})
export type Acceptance = z.infer<typeof Acceptance>

export const DisclaimerRevision = z.object({
  revision: z.int(),
  since: z.iso.datetime(),
  texts: z.record(z.string(), z.string()),
  acceptances: z.int(),
})
export type DisclaimerRevision = z.infer<typeof DisclaimerRevision>

const Accepted = z.object({ accepted: z.boolean(), onAcceptedDate: z.iso.datetime().nullable() })

const administrators = anyOf('Administrator')
const OfApplication = z.object({ userId: z.uuid(), applicationName: z.string().max(200) })
const path = '/admin/applications/:id/disclaimer'

export const disclaimers = endpoints({
  own: {
    method: 'GET',
    path: '/profile/disclaimers',
    access: 'signed-in',
    summary: 'The disclaimers of the applications that the caller can open, accepted or not.',
    query: ListQuery,
    output: pageOf(OwnDisclaimer),
  },
  accept: {
    method: 'PUT',
    path: '/profile/disclaimer/:id',
    access: 'signed-in',
    summary: 'Accepts one for the caller; `id` is its appInfoId, `modifiedOn` that of the text that was read.',
    params: z.object({ id: ApplicationNumber }),
    query: z.object({ modifiedOn: asRead }),
    output: OwnDisclaimer,
  },
  ofApplication: {
    method: 'GET',
    path: '/profile/disclaimer/:userId/:applicationName',
    access: 'signed-in',
    summary:
      'Whether somebody accepted the disclaimer of an application: oneself, or anybody for Administrators (A-171).',
    params: OfApplication,
    output: Accepted,
  },
  acceptForApplication: {
    method: 'POST',
    path: '/profile/disclaimer/:userId/:applicationName',
    access: 'signed-in',
    summary: 'Accepts it for oneself, in the portal or by the application’s own call with the person’s token (A-171).',
    params: OfApplication,
    output: Accepted,
  },
  acceptances: {
    method: 'GET',
    path: `${path}/acceptances`,
    access: administrators,
    summary: 'Who accepted which text of an application’s disclaimer, and when.',
    params: ByApplication,
    query: ListQuery,
    output: pageOf(Acceptance),
  },
  exportAcceptances: {
    method: 'GET',
    path: `${path}/acceptances/export`,
    access: administrators,
    summary: 'The same as a workbook.',
    params: ByApplication,
    query: ListQuery,
    output: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  revisions: {
    method: 'GET',
    path: `${path}/revisions`,
    access: administrators,
    summary: 'Every text that was ever in force, the newest first.',
    params: ByApplication,
    output: z.object({ items: z.array(DisclaimerRevision), count: z.int() }),
  },
})

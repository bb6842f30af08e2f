// What happens to applications.
import { z } from 'zod'
import { Application, ApplicationOwner, Disclaimer } from '#contract/applications.ts'
import { auditEvent, none, secret } from '#server/kernel/audit-event.ts'

/** `signature`: the algorithm of its ID tokens. */
const ApplicationFields = Application.omit({ sharedSecret: true, userIsOwner: true, protocol: true }).extend({
  protocol: Application.shape.protocol.omit({ idTokenAlg: true }).extend({
    signature: Application.shape.protocol.shape.idTokenAlg,
  }),
})
export type ApplicationFields = z.output<typeof ApplicationFields>

/** That there is a new secret is kept, the secret itself never. */
const Changed = ApplicationFields.partial().extend({ sharedSecret: secret().optional() })
const Owners = z.object({ owners: z.array(ApplicationOwner) })
const Icon = z.object({ iconVersion: z.string().nullable() })
const DisclaimerTexts = Disclaimer.pick({ texts: true, version: true })

export const applicationEvents = {
  created: auditEvent('application.created', 'application', { before: none, after: ApplicationFields }),
  /** Of what differs only. */
  changed: auditEvent('application.changed', 'application', { before: Changed, after: Changed }),
  ownersChanged: auditEvent('application.owners-changed', 'application', { before: Owners, after: Owners }),
  iconChanged: auditEvent('application.icon-changed', 'application', { before: Icon, after: Icon }),
  disclaimerChanged: auditEvent('application.disclaimer-changed', 'application', {
    before: DisclaimerTexts,
    after: DisclaimerTexts,
  }),
  removed: auditEvent('application.removed', 'application', {
    before: ApplicationFields.extend({ roles: z.array(z.object({ id: z.guid(), name: z.string() })) }),
    after: none,
  }),
}

// What God and Administrators keep, of a target: a webhook with what it was sent, a security configuration, a policy.
import { randomUUID } from 'node:crypto'
import { policyDocuments } from '#contract/policy-documents.ts'
import { securityConfig } from '#contract/security-config.ts'
import { webhooks } from '#contract/webhooks.ts'
import { insertDocument, keepVersion } from '#server/features/security-config/security-config.store.ts'
import { sealedSecret } from '#server/features/webhooks/secrets.ts'
import { insertWebhook } from '#server/features/webhooks/webhooks.store.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'

const insertDelivery = async (portico: TestPortico, { webhookId, eventId }: { webhookId: string; eventId: number }) => {
  const id = randomUUID()
  await portico.database.query(
    `insert into webhook_delivery (id, webhook_id, event_id, event_type, state, created_on)
     values ($1, $2, $3, 'member.added', 'failed', now())`,
    [id, webhookId, eventId],
  )
  return id
}

/** Each as the contract's example has it. */
export const insertKept = async (portico: TestPortico, { name, eventId }: { name: string; eventId: number }) => {
  const [webhookId, configurationId] = [randomUUID(), randomUUID()]
  const policy = policyDocuments.createPolicy.example(name)
  await portico.write(async (tx) => {
    const secret = sealedSecret(portico.portico, { id: webhookId, secret: `whsec_${webhookId}` })
    await insertWebhook(tx, { ...webhooks.create.example(name), id: webhookId, secret, now: new Date() })
    const configuration = securityConfig.create.example(name)
    await insertDocument(tx, { ...configuration, kind: 'configuration', id: configurationId, by: null })
    await insertDocument(tx, { ...policy, kind: 'policy', by: null })
    await keepVersion(tx, { kind: 'configuration', id: configurationId })
    await keepVersion(tx, { kind: 'policy', id: policy.id })
  })
  const deliveryId = await insertDelivery(portico, { webhookId, eventId })
  return { webhookId, deliveryId, configurationId, policyId: policy.id }
}

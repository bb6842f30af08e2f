// Secrets and signatures as Standard Webhooks describes them: HMAC-SHA-256 over id, time and body; while a secret is
// replaced, one of each.
import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

export const secretOf = (bytes: Buffer) => prefix + bytes.toString('base64')

const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64')

type Message = { readonly id: string; readonly seconds: number; readonly body: string }

const signatureOf = (secret: string, { id, seconds, body }: Message) =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`

export const headersOf = (message: Message, secrets: readonly string[]): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'user-agent': 'Portico-Webhooks',
  'webhook-id': message.id,
  'webhook-timestamp': String(message.seconds),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, message)).join(' '),
})

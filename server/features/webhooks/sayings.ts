// What Gods are told of a webhook that was disabled.
import { z } from 'zod'
import { saying } from '#server/kernel/saying.ts'
import { messagesOf } from './messages.ts'

export const webhookDisabled = saying({
  code: 'webhook-disabled',
  data: z.object({ name: z.string(), reason: z.enum(['failing', 'gone']) }),
  inWords: (language, { name, reason }) => messagesOf(language)[reason](name),
})

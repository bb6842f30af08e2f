// What Administrators are told of requests to exercise rights.
import { z } from 'zod'
import { saying } from '#server/kernel/saying.ts'
import { messagesOf } from './messages.ts'

const Request = z.object({ name: z.string(), dueOn: z.iso.date() })

export const rightsReceived = saying({
  code: 'rights-received',
  data: Request,
  inWords: (language, { name, dueOn }) => messagesOf(language).received(name, dueOn),
})

/** `left`: days, when it was told. */
export const rightsDue = saying({
  code: 'rights-due',
  data: Request.extend({ left: z.number() }),
  inWords: (language, { name, dueOn, left }) => messagesOf(language).due(name, dueOn, left),
})

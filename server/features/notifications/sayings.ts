// How a process says that it ended.
import { z } from 'zod'
import { localeOf } from '#contract/kernel/locale.ts'
import { ProcessType } from '#contract/notifications.ts'
import { saying } from '#server/kernel/saying.ts'
import { messages, Outcome } from './messages.ts'

/** "Import of users: finished with errors, 1,163 of 1,200" */
export const processEnded = saying({
  code: 'process-ended',
  data: z.object({ type: ProcessType, outcome: Outcome, done: z.number(), total: z.number().optional() }),
  inWords: (language, { type, outcome, done, total }) => {
    const { names, outcomes, of } = messages[language]
    const number = (value: number) => new Intl.NumberFormat(localeOf(language)).format(value)
    const counts = total === undefined ? '' : `, ${of(number(done), number(total))}`
    return `${names[type]}${language === 'fr' ? '\u202f:' : ':'} ${outcomes[outcome]}${counts}`
  },
})

/** What stopped or broke it, where it was none of the rows. */
export const processInterrupted = saying({
  code: 'process-interrupted',
  data: z.object({}),
  inWords: (language) => messages[language].interrupted,
})
export const processBroke = saying({
  code: 'process-broke',
  data: z.object({}),
  inWords: (language) => messages[language].unknown,
})

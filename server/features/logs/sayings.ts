// What Gods are told of a log that was changed.
import { LogBreak } from '#contract/log-entries.ts'
import { saying } from '#server/kernel/saying.ts'
import { inWords } from './break-texts.ts'

export const logBroken = saying({ code: 'log-broken', data: LogBreak, inWords })

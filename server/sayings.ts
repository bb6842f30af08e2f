// Everything that notifications say, wherever it is declared: read by its code.
import { rowsLeft } from './bulk-import/rows-left.ts'
import { logBroken } from './features/logs/sayings.ts'
import { roleEnds } from './features/members/sayings.ts'
import { processBroke, processEnded, processInterrupted } from './features/notifications/sayings.ts'
import { requestEnded, requestsEnded, requestWaits } from './features/operation-requests/sayings.ts'
import { rightsDue, rightsReceived } from './features/rights/sayings.ts'
import { rowsImported } from './features/users/sayings.ts'
import { webhookDisabled } from './features/webhooks/sayings.ts'
import { type Saying, sentencesOf } from './kernel/saying.ts'

export const sayings: readonly Saying[] = [
  processEnded,
  processInterrupted,
  processBroke,
  rowsImported,
  rowsLeft,
  requestEnded,
  requestsEnded,
  requestWaits,
  roleEnds,
  rightsReceived,
  rightsDue,
  webhookDisabled,
  logBroken,
]

export const sentenceOf = sentencesOf(sayings)

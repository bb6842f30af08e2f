// How long sessions lasted, and how long they would have.
import type { SecuritySettings } from '#server/kernel/context.ts'
import type { SessionRow } from './rehearsal.store.ts'
import type { Ends } from './tally.ts'

type Lengths = { readonly inForce: SecuritySettings; readonly wanted: SecuritySettings; readonly now: Date }

export const sessionEnds = (
  { startedOn, lastActivityOn, endedOn, nextOn }: SessionRow,
  { inForce, wanted, now }: Lengths,
): Ends => {
  const endAfter = (seconds: number) => startedOn.getTime() + seconds * 1000
  const [end, other] = [endAfter(inForce.sessionSeconds), endAfter(wanted.sessionSeconds)]
  if (other < end) return { was: 'in-use', would: lastActivityOn.getTime() > other ? 'signed-out' : 'in-use' }
  const ranOut = endedOn === null && end <= now.getTime()
  if (!ranOut || other === end) return { was: 'in-use', would: 'in-use' }
  const cameBack = nextOn !== null && nextOn.getTime() >= end && nextOn.getTime() < other
  return { was: 'ran-out', would: cameBack ? 'went-on' : 'stayed-open' }
}

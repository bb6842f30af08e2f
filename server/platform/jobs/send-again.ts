// What was given up goes back to the queue that it came from, to be tried for another day.
import { PgBoss } from 'pg-boss'
import { deadLetter } from './jobs.ts'
import type { Connection } from '../postgres/database.ts'

/** How many there were. What is given up while this runs waits for the next time. */
export const sendAgain = async (connection: Connection): Promise<number> => {
  const boss = new PgBoss({
    ...connection,
    max: 1,
    supervise: false,
    schedule: false,
    application_name: 'portico send-again',
  })
  boss.on('error', () => undefined)
  await boss.start()
  const createdBefore = new Date()
  let moved = 0
  try {
    for (let some = -1; some !== 0; moved += some) some = await boss.redrive(deadLetter, { createdBefore })
  } finally {
    await boss.stop({ graceful: false })
  }
  return moved
}

// The newest entries of the system log, for those who only want to know what went on: without looks, and with names.
import type { LastChange } from '#contract/dashboard.ts'
import type { Db } from '#server/kernel/context.ts'
import { aboutOf, isObject, namesIn } from './entry.ts'
import { looks, newestBut, type SystemLogRow } from './system-log.store.ts'

const shown = 5

/** Who looked, came and went, what was refused, what people arrange for themselves: nothing changes for others. */
const noChanges = [
  looks,
  'sign-in.%',
  'session.%',
  'access.refused',
  'access-policy.denied',
  'favourite.%',
  'application-order.%',
  'notification.%',
  'notifications.%',
]

/** What it calls itself, where nothing else has its name: a webhook, a policy, a token. */
const ownName = ({ before, after }: SystemLogRow) => {
  const fields = { ...(isObject(before) && before), ...(isObject(after) && after) }
  return ['name', 'title', 'userName'].map((field) => fields[field]).find((name) => typeof name === 'string')
}

export const lastChanges = async (db: Db): Promise<LastChange[]> => {
  const rows = await newestBut(db, { types: noChanges, most: shown })
  const names = await namesIn(
    db,
    rows.flatMap(({ subject, before, after }) => [subject, before, after]),
  )
  const changes: LastChange[] = []
  for (const row of rows) {
    const { id, date, userName, displayName, bySystem, type } = row
    const about = (await aboutOf(db, row, names))?.name ?? ownName(row) ?? null
    changes.push({ id, date, userName, displayName, bySystem, type, about })
  }
  return changes
}

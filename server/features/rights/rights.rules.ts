// The clock of GDPR Article 12(3): one month from receipt, and two further months where it was extended. Days are those
// of UTC, and a month ends where the calendar ends it: received on 31 January, due on the last of February.

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The same day so many months later, or the last of that month. */
export const monthsAfter = (day: string, months: number) => {
  const from = new Date(`${day}T00:00:00Z`)
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  return dayOf(new Date(Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay(year, month)))))
}

export const dueOf = (receivedOn: Date) => monthsAfter(dayOf(receivedOn), 1)
export const extendedDueOf = (receivedOn: Date) => monthsAfter(dayOf(receivedOn), 3)

const dayLength = 86_400_000

export const daysLeft = (dueOn: string, now: Date) =>
  (Date.parse(`${dueOn}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / dayLength

/** Administrators are reminded so many days before it is due, and on the day. */
export const remindedBefore = 7

/** The person has to hear of an extension within the first month. */
export const isLateToExtend = (receivedOn: Date, now: Date) => daysLeft(dueOf(receivedOn), now) < 0

/** What one person may ask for in a day. */
export const mostPerDay = 5

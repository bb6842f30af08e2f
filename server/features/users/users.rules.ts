// What users are made of, as values.
import { randomUUID } from 'node:crypto'
import type { SecuritySettings } from '#server/kernel/context.ts'
import type { StoredUser } from './user-detail.store.ts'

/**
 * R9-19: never shown and never mailed; the account is opened by a link. The prefix has a sign of each class, and
 * the ids reach whatever length is in force. Ids of version 4, of which nothing can be known.
 */
export const randomPassword = ({ passwordPolicy }: Pick<SecuritySettings, 'passwordPolicy'>) => {
  let password = `Portico-1!${randomUUID()}`
  while (password.length < passwordPolicy.least) password += randomUUID()
  return password
}

type Places = Pick<StoredUser, 'jobTitle' | 'manager' | 'teams'>

/** R5.2-10: these three change only while the area is Customers; otherwise what is stored stays. */
export const placesAllowed = (
  wanted: Places,
  { stored, isCustomer }: { stored: Places; isCustomer: boolean },
): Places => {
  const { jobTitle, manager, teams } = isCustomer ? wanted : stored
  return { jobTitle, manager, teams }
}

/** The audit log says what changed, field by field, and no more. */
export const differences = <T extends Record<string, unknown>>(
  before: T,
  after: T,
): { readonly before: Partial<T>; readonly after: Partial<T> } => {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (value: T): Partial<T> => {
    const part: Partial<T> = {}
    for (const name of names) part[name] = value[name]
    return part
  }
  return { before: of(before), after: of(after) }
}

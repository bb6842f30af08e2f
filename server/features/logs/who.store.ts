// What all logs say of people, times and applications.
import type { Conditions, ListField } from '#server/lists/list-sql.ts'
import { displayNameOf } from '#server/lists/people.ts'

/** Of `portal_user u`, which the log joins as far as the account is there. */
export const displayName = `case when u.id is null then null else ${displayNameOf('u')} end as "displayName"`
export const whoIs = (id: string) => `left join portal_user u on u.id = ${id}`
export const applicationIs = (name: string) => `left join application a on a.name = ${name}`

export type Range = { readonly startDate: Date | undefined; readonly endDate: Date | undefined }

/** The end belongs to it. */
export const inRange =
  (date: string, { startDate, endDate }: Range): Conditions =>
  (value) => [startDate && `${date} >= ${value(startDate)}`, endDate && `${date} <= ${value(endDate)}`]

/**
 * The words in the row itself, or in the name of the person or the tenant of it; `text` is where they are looked for.
 */
export const wordsIn =
  (text: string, { person, tenant }: { person: string; tenant?: string }) =>
  (conditions: string) => {
    const within = (other: string) => conditions.replaceAll(text, other)
    const people = `${person} = any(array(select s.user_id from user_search s where ${within('s.text')} limit 1000))`
    const tenants = `${tenant} = any(array(select t.id from tenant t where ${within('t.search_text')} limit 1000))`
    return `(${[conditions, people, ...(tenant ? [tenants] : [])].join(' or ')})`
  }

/** The fields that every log has. */
export const whoFields = (name: string, id: string): Readonly<Record<string, ListField>> => ({
  userName: { sql: name, type: 'text' },
  userId: { sql: id, type: 'uuid' },
  ...shownOnly('displayName'),
})

/** Neither a condition nor an order: there is no index, or it is made of several columns. */
export const shownOnly = (...names: readonly string[]): Readonly<Record<string, ListField>> =>
  Object.fromEntries(names.map((name) => [name, { sql: '', type: 'text', shownOnly: true } as const]))

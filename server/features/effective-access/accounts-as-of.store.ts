// What a person was at a moment, and in which groups: those kept by hand, and those that fill themselves. Their
// coming and going stands in the audit log: who is let in, changes the area, joins, leaves.
import { existedThen } from './deleted-as-of.store.ts'

type FlagQuery = {
  subject: string
  events: 'user' | 'application'
  name: string
  type: 'boolean' | 'uuid'
  now: string
  time: string
}

/** What something was: as the first change of it since found it, or as it is. */
const stateThen = ({ subject, events, name, type, now, time }: FlagQuery) =>
  `coalesce((select (f.before ->> '${name}')::${type}
                          from audit_event f
                         where f.subject = ${subject}::text
                           and f.type like '${events}.%'
                           and f.at > ${time}
                           and f.before ->> '${name}' is not null
                         order by f.id
                         limit 1), ${now})`

/** Of a row of `portal_user`. */
export const wasDraft = (user: string, time: string) =>
  stateThen({ subject: `${user}.id`, events: 'user', name: 'draft', type: 'boolean', now: `${user}.draft`, time })
export const wasLocked = (user: string, time: string) =>
  stateThen({
    subject: `${user}.id`,
    events: 'user',
    name: 'locked',
    type: 'boolean',
    now: `${user}.locked_by_administrator`,
    time,
  })
const areaThen = (user: string, time: string) =>
  stateThen({ subject: `${user}.id`, events: 'user', name: 'areaId', type: 'uuid', now: `${user}.area_id`, time })
const wasEnabled = (application: string, time: string) =>
  stateThen({
    subject: `${application}.id`,
    events: 'application',
    name: 'enabled',
    type: 'boolean',
    now: `${application}.enabled`,
    time,
  })

/** Effective then (4.2): the person was there, no draft and not locked, and the application was enabled. */
export const countedThen = ({ user, application }: { user: string; application: string }, time: string) =>
  `${user}.created_on <= ${time}
                      and not ${wasDraft(user, time)}
                      and not ${wasLocked(user, time)}
                      and ${wasEnabled(application, time)}`

/** `kept_by_hand`: groups that took the person in; one that did not exist then took nobody. */
const byHand = (person: string, time: string) => `changed_since as materialized (
       select distinct on (f.subject) f.subject::uuid as group_id, f.before
         from audit_event f
        where f.type in ('group-member.added', 'group-member.changed', 'group-member.removed')
          and coalesce(f.after, f.before) ->> 'userId' = ${person}::text
          and f.at > ${time}
        order by f.subject, f.id
     ),
     kept_by_hand as (
       select c.group_id from changed_since c where c.before is not null and c.before <> 'null'::jsonb
       union
       select gm.group_id
         from public.group_member gm
        where gm.user_id = ${person}
          and not exists (select 1 from changed_since c where c.group_id = gm.group_id)
       union
       select x.subject::uuid
         from removed x
        where x.type = 'group.removed'
          and x.before -> 'members' @> jsonb_build_array(jsonb_build_object('userId', ${person}))
          and not exists (select 1 from changed_since c where c.group_id = x.subject::uuid)
     )`

/** `kept_by_rule`: groups of everybody, or of everybody of an area, who was no draft. */
const byRule = (person: string, time: string) => `kept_by_rule as (
       select g.id as group_id
         from public.portal_user u
         join public.user_group g on g.rule = 'everyone' or (g.rule = 'area' and g.area_id = ${areaThen('u', time)})
        where u.id = ${person}
          and u.created_on <= ${time}
          and not ${wasDraft('u', time)}
     )`

/** `belonged`: the groups that a person was in; after `thingsThen`. */
export const groupsThen = (person: string, time: string) => `${byHand(person, time)},
     ${byRule(person, time)},
     belonged as materialized (
       select b.group_id
         from (select group_id from kept_by_hand union select group_id from kept_by_rule) b
        where ${existedThen('group', { id: 'b.group_id', time })}
     )`

/** `identity_then`: a person and the groups that they were in. */
export const identitiesThen = (person: string, time: string) => `${groupsThen(person, time)},
     identity_then as (
       select ${person} as identity_id, null::uuid as via_group
       union all
       select g.id, g.id from belonged b join user_group g on g.id = b.group_id
     )`

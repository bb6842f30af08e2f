// What a person likes and in which order, for the copy of their data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const favouritesData = personalData({
  title: 'favourites',
  row: z.object({ application: z.string(), favourite: z.boolean(), position: z.number().nullable() }),
  statement: `select a.display_name as application,
          (f.application_id is not null) as favourite,
          array_position(o.application_ids, a.id) as position
     from application a
     left join favourite f on f.application_id = a.id and f.user_id = $1
     left join application_order o on o.user_id = $1
    where f.application_id is not null
       or a.id = any(o.application_ids)
    order by position nulls last, a.display_name`,
})

export const homePageData = personalData({
  title: 'homePage',
  kind: 'record',
  row: z.object({ recentFirst: z.boolean() }),
  statement: `select recent_first as "recentFirst" from application_order where user_id = $1`,
})

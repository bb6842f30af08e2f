// That there is a picture, for the copy of somebody's data.
import { z } from 'zod'
import { personalData } from '#server/downloads/personal-data.ts'

export const pictureData = personalData({
  title: 'picture',
  row: z.object({ type: z.string(), modifiedOn: z.date() }),
  statement: `select media_type as type, modified_on as "modifiedOn" from avatar where user_id = $1`,
})

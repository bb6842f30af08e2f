// What is sent to create a group and to change one (R7.5-09).
import { z } from 'zod'
import { asRead, optional, required } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'

const fields = {
  name: required(200),
  areaId: z.uuid({ error: issue('missing') }),
  description: optional(1000),
}
export const NewGroup = z.object(fields)
export const SavedGroup = NewGroup.extend({ modifiedOn: asRead })
export const GroupChange = z.object({ ...fields, modifiedOn: asRead }).partial()

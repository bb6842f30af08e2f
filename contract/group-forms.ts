// What is sent to create a group and to change one (R7.5-09).
import { z } from 'zod'
import { asRead, optional, required } from './kernel/fields.ts'

const fields = {
  name: required('name', 200),
  areaId: z.uuid({ error: 'areaId is required' }),
  description: optional('description', 1000),
}
export const NewGroup = z.object(fields)
export const SavedGroup = NewGroup.extend({ modifiedOn: asRead })
export const GroupChange = z
  .object({
    ...fields,
    description: z.string().trim().max(1000, 'description must have at most 1000 characters').nullable(),
    modifiedOn: asRead,
  })
  .partial()

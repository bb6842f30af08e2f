// A group as lists and pages show it.
import { z } from 'zod'

export const Group = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  areaId: z.uuid(),
  areaName: z.string(),
  /** The system keeps its members: nobody adds, removes, renames or deletes. */
  automated: z.boolean(),
  createBy: z.string().nullable(),
  createOn: z.iso.datetime(),
  /** Of anyone who asks: may add and delete members. */
  userIsOwner: z.boolean(),
  /** Null where the system keeps them. */
  memberCount: z.number().int().nullable(),
  /** Of what stands here; who joins or leaves does not move it. */
  modifiedOn: z.iso.datetime(),
})

export type Group = z.infer<typeof Group>

// A group as a directory writes one, and as it reads one back.
import { z } from 'zod'
import type { peopleOf } from './group-people.store.ts'
import type { GroupRow } from './groups.store.ts'
import type { ScimBody } from './incoming.ts'
import { groupSchema } from './schemas.ts'
import { scimRefusal } from './scim-refusal.ts'

type Member = Awaited<ReturnType<typeof peopleOf>>[number]

const Sent = z.object({
  displayname: z.string().trim().min(1).max(200),
  externalid: z
    .string()
    .trim()
    .max(256)
    .nullish()
    .transform((value) => value || null),
  members: z.array(z.object({ value: z.uuid().toLowerCase() })).default([]),
})

export type WantedGroup = {
  readonly displayName: string
  readonly externalId: string | null
  readonly members: ReadonlySet<string>
}

export const readGroup = (sent: ScimBody): WantedGroup => {
  const read = Sent.safeParse(sent)
  if (!read.success)
    throw scimRefusal('invalidValue', `${read.error.issues[0]?.path.join('.') ?? 'the body'} is not valid`)
  const { displayname: displayName, externalid: externalId, members } = read.data
  return { displayName, externalId, members: new Set(members.map(({ value }) => value)) }
}

export const shownGroup = ({ id, displayName, externalId }: GroupRow, members: readonly Member[], base: string) => ({
  schemas: [groupSchema],
  id,
  ...(externalId && { externalId }),
  displayName,
  ...(members.length > 0 && {
    members: members.map(({ userId }) => ({
      value: userId,
      $ref: `${base}/Users/${userId}`,
      type: 'User',
    })),
  }),
})

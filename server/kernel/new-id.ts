// Ids of what is stored: UUIDs of version 7 (RFC 9562, section 5.7), which begin with the time. What is written at one
// moment stands together in every index (docs/decisions/0077).
import { randomUUIDv7 } from 'node:crypto'

/** Says when it was made: nothing secret is made of it. */
export const newId = (): string => randomUUIDv7()

// The page stays open on a wall: its numbers are read again by themselves.
import type { ReadOptions } from '#web/lib/use-endpoint.ts'

export const readAgain: ReadOptions = { every: 60_000, previous: true }

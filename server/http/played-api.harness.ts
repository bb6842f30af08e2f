// What the pipeline of the API is registered with where nothing of the server stands behind it.
import type { registerApi } from './api.ts'

type Played = Omit<Parameters<typeof registerApi>[1], 'features' | 'authenticate'>

const unused = () => Promise.reject(new Error('not used'))

export const playedApi: Played = {
  db: { query: unused } as never,
  reads: { query: unused } as never,
  services: { settings: { origin: '', sessionCookie: '' } } as never,
  now: () => new Date(),
  newId: () => crypto.randomUUID(),
  unitOfWork: {
    transaction: unused,
    constraintOf: () => undefined,
    storeEvents: unused,
    enqueue: unused,
    reactions: [],
  },
  limit: async () => undefined,
  asReviewed: unused,
  looked: () => undefined,
  answered: () => undefined,
  failed: () => undefined,
}

// A migrated database of a spec's own, for what needs no server.
import { afterAll, beforeAll } from 'vitest'
import { freshDatabase } from './database.ts'
import { connectSpec, type SpecDatabase } from './spec-database.ts'

/** There from `beforeAll` on; gone after all. */
export const openFreshDatabase = (): { readonly database: SpecDatabase } => {
  const world = {} as { database: SpecDatabase; drop: () => Promise<void> }
  beforeAll(async () => {
    const fresh = await freshDatabase()
    Object.assign(world, { database: connectSpec(fresh.connection, { max: 2 }), drop: fresh.drop })
  })
  afterAll(async () => {
    await world.database.close()
    await world.drop()
  })
  return world
}

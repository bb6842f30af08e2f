// A portico with the directories of two tenants, and what is left of a person there.
import { afterAll, beforeAll } from 'vitest'
import { addAdministrator, addDirectory, type Directory, patch, someone } from '#server/spec/testing/directories.ts'
import { accountIn, eventTypesIn, isMemberIn, madeBy } from '#server/spec/testing/directory-state.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type World = {
  portico: TestPortico
  administrator: Awaited<ReturnType<typeof addAdministrator>>
  contoso: Directory
  fabrikam: Directory
}

export const active = (value: unknown) => patch({ op: 'replace', path: 'active', value })

/** Opened before the specs of a file, closed after them. */
export const openTwoDirectories = () => {
  const world = {} as World
  beforeAll(async () => {
    world.portico = await startTestPortico({ PORTICO_COMPANY_DOMAINS: 'our-company.example' })
    world.administrator = await addAdministrator(world.portico)
    world.contoso = await addDirectory(world.portico, world.administrator)
    world.fabrikam = await addDirectory(world.portico, world.administrator)
  })
  afterAll(() => world.portico.close())
  return {
    world,
    made: (directory = world.contoso, more: object = {}) => madeBy(directory, '/Users', someone(more)),
    accountOf: (id: string) => accountIn(world.portico, id),
    isMember: (id: string, directory: Directory) => isMemberIn(world.portico, id, directory),
    eventsOf: (id: string) => eventTypesIn(world.portico, id),
  }
}

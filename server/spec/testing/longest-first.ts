// The order of the server's spec files where nobody has run them yet, as on a build server: those that take long come
// first, so that none of them is what the run waits for at its end. The others by their size, or as long as they took.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'spec/workers',
  'spec/attacks/lists',
  'spec/attacks/every-body',
  'spec/races/pairs',
  'spec/attacks/load',
  'spec/attacks/permissions',
  'spec/attacks/every-parameter',
  'platform/postgres/embedded',
  'spec/attacks/enumeration',
  'features/access-preview/access-preview',
  'features/effective-access/as-of-random',
  'spec/attacks/edges',
  'spec/attacks/stored-markup',
].map((name) => `/server/${name}.spec.ts`)

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  return place < 0 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

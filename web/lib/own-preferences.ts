// What the browser remembers for one of its users.
import { type OwnPreferences, preferences } from './preferences.ts'

export const ownPreferences = (id: string) => {
  const read = (): OwnPreferences => preferences.read().people?.[id] ?? {}
  return {
    read,
    write: (change: OwnPreferences) =>
      preferences.write({ people: { ...preferences.read().people, [id]: { ...read(), ...change } } }),
  }
}

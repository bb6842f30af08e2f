// What was typed, put on top of what somebody else saved meanwhile: theirs where nothing was typed, part by part (T57).
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Versions = { readonly base: unknown; readonly typed: unknown; readonly theirs: unknown }

const partOnTop = ({ base, typed, theirs }: Versions): unknown => {
  if (same(typed, base)) return theirs
  if (!isRecord(base) || !isRecord(typed) || !isRecord(theirs)) return typed
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(typed)])]
  const parts = names.map((name) => [name, partOnTop({ base: base[name], typed: typed[name], theirs: theirs[name] })])
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}

/** Records go by their members: a text in one language leaves those of the others alone. */
export const onTop = <Values extends object>(versions: { base: Values; typed: Values; theirs: Values }) =>
  partOnTop(versions) as Values

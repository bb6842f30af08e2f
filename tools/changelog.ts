// CHANGELOG.md (Keep a Changelog): what was noted as unreleased becomes a version.

const heading = /^## \[Unreleased\][ \t]*$/m

/** What stands under Unreleased, up to the version before it. */
export const unreleased = (changelog: string): string => {
  const found = heading.exec(changelog)
  if (!found) throw new Error('CHANGELOG.md has no heading "## [Unreleased]"')
  const rest = changelog.slice(found.index + found[0].length)
  const next = rest.search(/^## /m)
  return (next === -1 ? rest : rest.slice(0, next)).trim()
}

/** Moves it under the version; an empty Unreleased stays for what comes. */
export const withVersion = (changelog: string, { version, date }: { version: string; date: string }): string => {
  const noted = unreleased(changelog)
  // A heading alone says nothing.
  if (!noted.split('\n').some((line) => line.trim() !== '' && !line.startsWith('#')))
    throw new Error('CHANGELOG.md has nothing under Unreleased')
  if (changelog.includes(`\n## [${version}]`)) throw new Error(`CHANGELOG.md has a version ${version} already`)
  return changelog.replace(heading, () => `## [Unreleased]\n\n## [${version}] - ${date}`)
}

const parts = (version: string) => {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(version)
  if (!found) throw new Error(`${version} is no version: three numbers, as in 1.2.3`)
  return found.slice(1).map(Number)
}

/** Each release is newer than the one before. */
export const isNewer = (version: string, than: string): boolean => {
  const [mine, theirs] = [parts(version), parts(than)]
  const at = mine.findIndex((number, index) => number !== theirs[index])
  return at !== -1 && (mine[at] ?? 0) > (theirs[at] ?? 0)
}

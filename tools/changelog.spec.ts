import { describe, expect, test } from 'vitest'
import { isNewer, unreleased, withVersion } from './changelog.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Costs $& and $1.

## [0.1.0] - 2026-01-02

- The first.
`
const release = { version: '0.2.0', date: '2026-11-22' }

describe('the changelog', () => {
  test('moves what is unreleased under the version and its date, to the letter, and leaves the rest', () => {
    expect(withVersion(changelog, release)).toBe(`# Changelog

## [Unreleased]

## [0.2.0] - 2026-11-22

### Added

- Costs $& and $1.

## [0.1.0] - 2026-01-02

- The first.
`)
  })

  test('says what is unreleased, also where it is all there is', () => {
    expect(unreleased(changelog)).toBe('### Added\n\n- Costs $& and $1.')
    expect(unreleased('# Changelog\n\n## [Unreleased]\n\n- One.\n')).toBe('- One.')
    expect(unreleased(withVersion(changelog, release))).toBe('')
  })

  test.each([
    ['nothing is unreleased', withVersion(changelog, release), /nothing under Unreleased/],
    ['only headings are', '## [Unreleased]\n\n### Added\n\n## [0.1.0] - 2026-01-02\n', /nothing under Unreleased/],
    ['there is no such heading', '# Changelog\n', /no heading/],
    ['the version is there', changelog.replace('[0.1.0]', '[0.2.0]'), /0\.2\.0 already/],
  ])('is refused where %s', (_why, text, message) => {
    expect(() => withVersion(text, release)).toThrow(message)
  })

  test('a version is newer by its numbers, not its letters', () => {
    expect(['0.10.0', '1.0.0', '0.9.1'].map((version) => isNewer(version, '0.9.0'))).toEqual([true, true, true])
    expect(['0.9.0', '0.8.10', '0.1.100'].map((version) => isNewer(version, '0.9.0'))).toEqual([false, false, false])
    for (const text of ['1', '1.2', 'v1.2.3', '1.2.3-beta', '01.2.3', ''])
      expect(() => isNewer(text, '0.9.0')).toThrow(/no version/)
  })
})

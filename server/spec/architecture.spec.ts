// What the compiler and lint cannot say about the whole (ARCHITECTURE.md, "Who may import whom").
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkBoundaries, featureLayers } from '../../tools/boundaries.ts'

const root = path.resolve(import.meta.dirname, '../..')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['node_modules/**', 'out/**'] }).sort()
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isSpec = (file: string) => /\.(spec|harness)\.tsx?$/.test(file)

describe('the tables', () => {
  const tables = new Set(
    filesOf('server/migrations/*.sql').flatMap((file) =>
      [...textOf(file).matchAll(/^create table (\w+)/gm)].map(([, name]) => name),
    ),
  )
  const WRITE = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)/gi

  // The first start and the demonstration fill an empty database, whichever feature owns the table; specs arrange what
  // they need.
  const furnishing = /^server\/(demo\/|spec\/|(first-start|installation|system-data)\.store\.ts$)/
  const writers = filesOf('server/**/*.ts')
    .filter((file) => !isSpec(file) && !furnishing.test(file))
    .flatMap((file) => [...textOf(file).matchAll(WRITE)].map(([, table]) => ({ table, file })))
    .filter(({ table }) => tables.has(table))

  /** `server/features/users`, `server/oidc`, `server/platform/jobs`: the first folder that is a thing of its own. */
  const ownerOf = (file: string) => /^server\/(?:(?:features|platform)\/[^/]+|[^/]+)/.exec(file)?.[0]

  test('are many, and so are the statements that write them', () => {
    expect(tables.size).toBeGreaterThan(20)
    expect(writers.length).toBeGreaterThan(20)
  })

  test('are written by one feature each', () => {
    const owners = Map.groupBy(writers, ({ table }) => table)
    const shared = [...owners]
      .map(([table, found]) => [table, [...new Set(found.map(({ file }) => ownerOf(file)))]])
      .filter(([, of]) => (of?.length ?? 0) > 1)
    expect(Object.fromEntries(shared)).toEqual({})
  })

  test('are written in stores only, where a feature writes them', () => {
    const elsewhere = writers.filter(({ file }) => file.startsWith('server/features/') && !file.endsWith('.store.ts'))
    expect(elsewhere).toEqual([])
  })
})

describe('the statements', () => {
  const product = filesOf('server/**/*.ts').filter((file) => !isSpec(file) && !file.startsWith('server/spec/'))
  const withStatements = (statement: RegExp) => product.filter((file) => statement.test(textOf(file)))

  // The kernel and the platform carry statements, lists and downloads make them of what stores say, and the
  // demonstration fills an empty database.
  const without = /^server\/(kernel|platform|lists|downloads|demo)\//

  test('stand in stores', () => {
    const statement = /\b(?:db|tx|reads|database)\.(?:query|execute|stream)\(/
    const found = withStatements(statement).filter((file) => !without.test(file))
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter((file) => !file.endsWith('.store.ts'))).toEqual([])
  })

  test('are given the schema of their rows, and no type by hand', () => {
    expect(withStatements(/\.(?:query|stream)\(\s*[A-Z]\w+Row,/).length).toBeGreaterThan(50)
    expect(withStatements(/\.(?:query|stream)\s*</)).toEqual([])
  })
})

describe('the boundaries', () => {
  test('find one forbidden import of each kind, and a circle among folders that no file shows', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'boundaries-'))
    const write = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    }
    const imports = (...targets: string[]) =>
      targets
        .map((target, index) => `import * as a${index} from '${target}'\nexport const b${index} = a${index}`)
        .join('\n')
    write('contract/users.ts', imports('../server/kernel/context.ts'))
    write('contract/kernel/page.ts', imports('../users.ts', '../../web/lib/client.ts'))
    write('server/kernel/context.ts', imports('../features/users/users.ts'))
    write('server/http/serve.ts', imports('../features/users/users.ts'))
    write('server/platform/mail/mail.ts', imports('../../features/users/users.public.ts'))
    write('server/oidc/provider.ts', imports('../features/users/reads.store.ts', '../features/users/users.public.ts'))
    write('server/features/users/users.ts', imports('../groups/groups.ts', '../groups/groups.public.ts', 'pg', 'react'))
    write('server/features/users/users.store.ts', imports('../../platform/mail/mail.ts'))
    write('server/features/users/reads.store.ts', 'export const a = 1')
    write('server/features/groups/back.ts', imports('../users/users.public.ts'))
    write('server/lists/list-sql.ts', imports('../features/users/users.public.ts'))
    for (const file of ['users/users.public.ts', 'groups/groups.ts', 'groups/groups.public.ts'])
      write(`server/features/${file}`, 'export const a = 1')
    write('server/features/users/users.spec.ts', imports('../groups/groups.ts'))
    write('server/main.ts', 'export const a = 1')
    write('server/again.ts', imports('./main.ts', './again-too.ts', './nowhere.ts', './features/users/users.spec.ts'))
    write('server/again-too.ts', imports('./again.ts'))
    write('web/lib/client.ts', imports('../features/hub/hub.tsx', '../../server/main.ts'))
    write('contract/policies.ts', 'export const a = 1')
    write('web/ui/avatar.tsx', imports('../../contract/users.ts', '../../contract/policies.ts'))
    write('web/features/hub/hub.tsx', imports('../profile/profile.tsx'))
    write('web/features/profile/profile.tsx', 'export const a = 1')
    write('web/sign-in/login.tsx', imports('@tanstack/react-query'))
    write('package.json', textOf('package.json'))
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const { violations } = await checkBoundaries(folder)
    rmSync(folder, { recursive: true })
    expect([...new Set(violations.map((line) => line.split(':')[0]))].sort()).toEqual([
      'contract-kernel-knows-no-feature',
      'contract-stands-alone',
      'features-form-no-circle',
      'features-import-lower-layers',
      'features-know-no-outside',
      'features-meet-through-public',
      'http-knows-no-feature',
      'kernel-knows-nobody',
      'libraries-know-no-feature',
      'no-cycles',
      'nobody-imports-main',
      'only-the-platform-connects',
      'platform-knows-no-domain',
      'provider-knows-public',
      'resolvable',
      'server-needs-no-development-package',
      'server-never-meets-web',
      'shared-web-knows-no-feature',
      'shared-web-knows-the-grammar',
      'sign-in-is-its-own-bundle',
      'tests-are-not-used',
      'web-features-do-not-meet',
      'web-never-meets-server',
    ])
    expect(violations).not.toContainEqual(expect.stringContaining('groups.public.ts'))
    expect(violations).not.toContainEqual(expect.stringContaining('contract/policies.ts'))
    expect(violations).not.toContainEqual(expect.stringMatching(/users\.spec\.ts →/))
  })
})

test('every feature has its layer in ARCHITECTURE.md, which tools/boundaries.ts reads', () => {
  const folders = globSync('server/features/*', { cwd: root }).map((folder) => path.basename(folder))
  expect([...featureLayers().keys()].sort()).toEqual(folders.sort())
})

describe('the screens', () => {
  test('run no schema of the contract: in the browser it does nothing (web/lib/inert-zod.ts)', () => {
    const schema = /\b(?!JSON\b|Date\b)[A-Z]\w*\.(?:safeParse|parse|options|enum)\b/
    const pages = filesOf('web/**/*.{ts,tsx}').filter((file) => !isSpec(file))
    expect(pages.length).toBeGreaterThan(100)
    expect(pages.filter((file) => schema.test(textOf(file)))).toEqual([])
  })

  test('write no role of the portal: the contract says who may', () => {
    const roles =
      /'(?:God|Administrator|UserAdministrator|TenantAdministrator|Manager|IdentityConsultant|SystemManager)'/
    // What an answer says a person lacks is a value of the wire.
    const onTheWire = new Set(['web/features/users/withheld-mail.ts'])
    const written = filesOf('web/**/*.{ts,tsx}').filter(
      (file) => !isSpec(file) && !/\.harness\.tsx?$/.test(file) && !onTheWire.has(file) && roles.test(textOf(file)),
    )
    expect(written).toEqual([])
  })
})

describe('the files', () => {
  const own = filesOf('{contract,server,web,tools,e2e,bench,examples}/**/*.{ts,tsx,mjs,css}')

  test('are style sheets of 200 lines at most, as the linter says of the others', () => {
    const sheets = own.filter((file) => file.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.filter((file) => textOf(file).trimEnd().split('\n').length > 200)).toEqual([])
  })

  test('read the environment in one place', () => {
    const allowed =
      /^(server\/(config|main|set-url|send-again|audit-verify)\.ts|server\/spec\/testing\/.*|(tools|bench|e2e|examples)\/.*)$/
    const readers = own.filter((file) => !isSpec(file) && /\bprocess\.env\b/.test(textOf(file)))
    expect(readers).toContain('server/main.ts')
    expect(readers.filter((file) => !allowed.test(file))).toEqual([])
  })

  // What a feature shows to others, and its use cases as one value, are its faces: they may be gathered from its rooms.
  const isFace = (file: string) => file.endsWith('.public.ts') || /^server\/features\/([^/]+)\/\1\.ts$/.test(file)

  test('are named in kebab-case, and none is a barrel or an attic', () => {
    expect(own.length).toBeGreaterThan(200)
    expect(own.filter((file) => !/^[a-z0-9.-]+$/.test(path.basename(file)))).toEqual([])
    expect(
      own.filter((file) => /^(index\.tsx?|(utils?|helpers?|common|shared|misc)\.\w+)$/.test(path.basename(file))),
    ).toEqual([])
    const barrels = own.filter((file) => {
      const lines = textOf(file)
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
      return !isFace(file) && lines.length > 0 && lines.every((line) => /^export .* from /.test(line))
    })
    expect(barrels).toEqual([])
  })
})

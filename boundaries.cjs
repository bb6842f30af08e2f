// Who may import whom: the table of ARCHITECTURE.md as rules, with the feature's folder captured, so that one rule
// holds for every feature to come. server/spec/architecture.spec.ts tests them against violating fixtures.
const spec = '\\.(spec|harness)\\.tsx?$'
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', 'What imports each other is one thing.', {}, { circular: true }),
    rule('resolvable', 'An import that leads nowhere checks nothing.', {}, { couldNotResolve: true }),

    rule(
      'contract-stands-alone',
      'It is read by browser and server: zod and nothing else.',
      { path: '^contract/', pathNot: spec },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    rule(
      'contract-kernel-knows-no-feature',
      'The grammar does not know the sentences.',
      { path: '^contract/kernel/', pathNot: spec },
      { path: '^contract/', pathNot: '^contract/kernel/' },
    ),

    rule(
      'kernel-knows-nobody',
      'Of us only the grammar of the contract.',
      { path: '^server/kernel/', pathNot: spec },
      { path: '^(server|contract|web)/', pathNot: '^(server|contract)/kernel/' },
    ),
    rule(
      'features-meet-through-public',
      'Another feature is what its *.public.ts says.',
      { path: '^server/features/([^/]+)/', pathNot: spec },
      { path: '^server/features/', pathNot: ['^server/features/$1/', '\\.public\\.ts$'] },
    ),
    rule(
      'features-know-no-outside',
      'The outside world comes in through the context.',
      { path: '^server/features/', pathNot: spec },
      { path: '^server/', pathNot: '^server/(features|kernel|bulk-import|downloads|lists|mail)/' },
    ),
    rule(
      'libraries-know-no-feature',
      'Lists, imports, downloads and mails serve every feature: of ours they know the kernel.',
      { path: '^server/(bulk-import|downloads|lists|mail)/', pathNot: spec },
      {
        path: '^(server|contract|web)/',
        pathNot: ['^server/kernel/', '^contract/kernel/', '^server/(bulk-import|downloads|lists|mail)/'],
      },
    ),
    rule(
      'platform-knows-no-domain',
      'The outside world, behind the ports of the kernel.',
      { path: '^server/platform/', pathNot: spec },
      { path: '^(server|contract|web)/', pathNot: '^(server/platform|server/kernel|server/mail|contract/kernel)/' },
    ),
    rule(
      'http-knows-no-feature',
      'It receives the list of them.',
      { path: '^server/(http|realtime)/', pathNot: spec },
      { path: '^(server|contract|web)/', pathNot: '^(server/http|server/realtime|server/kernel|contract/kernel)/' },
    ),
    rule(
      'provider-knows-public',
      'Claims and sessions come from the features as they show themselves.',
      { path: '^server/oidc/', pathNot: spec },
      { path: '^server/', pathNot: ['^server/(oidc|kernel)/', '\\.public\\.ts$'] },
    ),
    rule(
      'scim-knows-public',
      'Directories are a feature; this is how they are spoken to.',
      { path: '^server/scim/', pathNot: spec },
      { path: '^server/', pathNot: ['^server/(scim|http|kernel)/', '\\.public\\.ts$'] },
    ),
    rule(
      'only-the-platform-connects',
      'SQL is text, given to the database of the context.',
      { path: '^server/', pathNot: ['^server/platform/', '^server/spec/', spec] },
      { path: 'node_modules/(pg|pg-boss)/' },
    ),
    rule('nobody-imports-main', 'It is the start.', {}, { path: '^server/main\\.ts$' }),
    rule(
      'tests-are-not-used',
      'What serves the tests is not part of the product.',
      { path: '^(server|contract|web)/', pathNot: [spec, '^server/spec/'] },
      { path: ['^server/spec/', spec] },
    ),
    rule(
      'server-needs-no-development-package',
      'An installation may leave them out.',
      { path: '^(server|contract)/', pathNot: [spec, '^server/spec/'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),

    rule('web-never-meets-server', 'They agreed on the contract.', { path: '^web/' }, { path: '^server/' }),
    rule(
      'server-never-meets-web',
      'They agreed on the contract. What both of them say is said once: the names of events.',
      { path: '^(server|contract)/' },
      { path: '^web/', pathNot: '^web/locales/[a-z-]+/event-names\\.json$' },
    ),
    rule(
      'web-features-do-not-meet',
      'The app composes them.',
      { path: '^web/features/([^/]+)/', pathNot: spec },
      { path: '^web/(features|app|sign-in)/', pathNot: '^web/features/$1/' },
    ),
    rule(
      'shared-web-knows-no-feature',
      'A widget serves whoever asks.',
      { path: '^web/(lib|ui)/', pathNot: spec },
      { path: '^web/(features|app|sign-in)/' },
    ),
    rule(
      'shared-web-knows-the-grammar',
      'A widget is handed its endpoint. Of the contract it knows the kernel, and what every page needs.',
      { path: '^web/(lib|ui)/', pathNot: spec },
      { path: '^contract/', pathNot: '^contract/(kernel/|(pictures|policies|runtime)\\.ts$)' },
    ),
    rule(
      'sign-in-is-its-own-bundle',
      'The sign-in page never pulls the portal (90 KB, e2e/weight.spec.ts).',
      { path: '^web/sign-in/', pathNot: spec },
      { path: ['^web/(features|app)/', 'node_modules/@tanstack/'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^out/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}

// oidc-provider warns at import about a Node without an LTS name; the pinned build from npm carries none, although its
// line is a long-term one. Imported before the library.
Object.assign(process.release, { lts: process.release.lts ?? 'Unnamed' })

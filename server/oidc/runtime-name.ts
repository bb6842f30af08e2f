// oidc-provider warns at import about a Node without an LTS name; the pinned build from npm carries none, although its
// line is a long-term one. Imported before the library. A name that is there cannot be assigned to.
if (process.release.lts === undefined) Object.assign(process.release, { lts: 'Unnamed' })

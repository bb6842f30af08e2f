// Stands in for zod in the browser build (vite.config.ts): the contract's schemas are types there, never run.
// Every member, call and construction gives the same inert thing back; saves 19.5 KB of the first load.

const build = () => inert
const inert: unknown = new Proxy(function schema() {}, {
  get: (_, member) => (member === Symbol.toPrimitive ? () => 'schema' : inert),
  apply: build,
  construct: build as () => object,
})

export const z = inert

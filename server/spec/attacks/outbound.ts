// What those write who hope that the server goes there or reads that file, and who hears it when it does.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { z } from 'zod'

/** Takes a connection of any protocol, and counts. */
export const listen = async () => {
  let calls = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, calls: () => calls, close }
}

/** Without a fragment and with one scheme these pass for what an application may have: each field gets them. */
export const plainAddresses = (port: number) => [`http://localhost:${port}/heard`, `https://127.0.0.1:${port}/heard`]

export const addresses = (port: number) => [
  ...plainAddresses(port),
  `http://127.0.0.1:${port}/heard`,
  `http://[::1]:${port}/heard`,
  `http://2130706433:${port}/heard`,
  `http://user:secret@127.0.0.1:${port}/heard`,
  `//127.0.0.1:${port}/heard`,
  `http:/\\127.0.0.1:${port}/heard`,
  `127.0.0.1:${port}`,
  `somebody@[127.0.0.1]:${port}`,
  `gopher://127.0.0.1:${port}/_heard`,
  `ftp://127.0.0.1:${port}/heard`,
  `ldap://127.0.0.1:${port}/heard`,
  `postgres://127.0.0.1:${port}/heard`,
  `\\\\127.0.0.1@${port}\\heard`,
  `file://127.0.0.1:${port}/etc/passwd`,
  'file:///etc/passwd',
  '/etc/passwd',
  '../../../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  `<img src="http://127.0.0.1:${port}/heard">`,
  `=WEBSERVICE("http://127.0.0.1:${port}/heard")`,
  `<!DOCTYPE x [<!ENTITY e SYSTEM "http://127.0.0.1:${port}/heard">]><x>&e;</x>`,
  `!!import http://127.0.0.1:${port}/heard`,
  `data:text/html,<img src=http://127.0.0.1:${port}/heard>`,
]

/** Of a file that no answer may hold. */
export const insideOfFiles = /root:[x*]:0:0/

/** A picture for those who read vectors, a list of pictures for those who read lists. */
export const drawing = (address: string) =>
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "${address}">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image href="${address}" xlink:href="${address}" width="9" height="9"/><style>@import "${address}";</style><text>&e;</text></svg>`

type Place = readonly (string | number)[]
type Json = { readonly [name: string]: unknown }

const under = (schema: Json): readonly Json[] =>
  (['anyOf', 'oneOf', 'allOf'] as const).flatMap((many) => (schema[many] as readonly Json[] | undefined) ?? [])

const placesOf = (schema: Json, at: Place): readonly Place[] => {
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>)
  const items = schema['items'] as Json | undefined
  const isText = schema['type'] === 'string' && !('enum' in schema) && !('const' in schema)
  return [
    ...(isText ? [at] : []),
    ...fields.flatMap(([name, field]) => placesOf(field, [...at, name])),
    ...(items ? placesOf(items, [...at, 0]) : []),
    ...under(schema).flatMap((one) => placesOf(one, at)),
  ]
}

/** Where a schema takes a text of one's own. */
export const textsIn = (schema: z.ZodType): readonly Place[] => {
  const places = placesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, [])
  return [...new Map(places.map((place) => [place.join('.'), place])).values()]
}

/** `value` at a place, with everything else as it is. */
export const withAt = (whole: unknown, [step, ...rest]: Place, value: unknown): unknown => {
  if (step === undefined) return value
  if (typeof step === 'number') return [withAt((whole as readonly unknown[] | undefined)?.[step], rest, value)]
  const fields = (whole ?? {}) as Readonly<Record<string, unknown>>
  return { ...fields, [step]: withAt(fields[step], rest, value) }
}

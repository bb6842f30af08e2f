// A change as JSON Patch, beside the JSON merge patch.
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { malformed } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'

export const jsonPatch = 'application/json-patch+json'

type Parser = (
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
) => void

/**
 * RFC 6902, as far as it says what a merge patch says: members of the entity itself, replaced, added or removed.
 */
export const parsingJsonPatch =
  (parseJson: Parser): Parser =>
  (request, body, done) =>
    parseJson(request, body, (error, value) => {
      if (error) return done(error)
      const steps = Array.isArray(value) ? (value as { op?: unknown; path?: unknown; value?: unknown }[]) : []
      const known = steps.every(
        (step) => ['add', 'replace', 'remove'].includes(String(step?.op)) && /^\/[A-Za-z]\w*$/.test(String(step?.path)),
      )
      if (steps.length === 0 || !known)
        return done(malformed('body', 'must add, replace or remove members of the entity itself'))
      done(
        null,
        Object.fromEntries(
          steps.map(({ op, path, value: replacement }) => [
            String(path).slice(1),
            op === 'remove' ? null : replacement,
          ]),
        ),
      )
    })

const membersOf = (schema: object | undefined) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

/** R5.7-03: each step has to match exactly one member, of what is sent or of what is answered. */
export const refuseMissingMembers = ({ input, output }: AnyEndpoint, { headers, body }: FastifyRequest) => {
  if (!headers['content-type']?.toLowerCase().startsWith(jsonPatch)) return
  const members = [...membersOf(input), ...membersOf(output)].map((name) => name.toLowerCase())
  const field = Object.keys(body as object).find((name) => !members.includes(name.toLowerCase()))
  if (field !== undefined) throw new Refusal('no-item-to-patch', 400, { field })
}

// OpenAPI 3.1, printed from the contract: paths, who may call, what goes in, what comes out.
import { z } from 'zod'
import { Problem } from '#contract/kernel/answer.ts'
import type { AnyEndpoint, Upload } from '#contract/kernel/endpoint.ts'
import type { Feature } from '#server/kernel/use-case.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}

/** What a schema calls by name (a tree holds trees) stands once, among the components. */
const hoisted = (value: unknown, named: Record<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((inner) => hoisted(inner, named))
  if (value === null || typeof value !== 'object') return value
  const { $defs, ...rest } = value as Json
  for (const [name, schema] of Object.entries($defs ?? {})) named[name] ??= hoisted(schema, named)
  return Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', '#/components/schemas/') : hoisted(inner, named),
    ]),
  )
}

const parametersOf = (endpoint: AnyEndpoint): Json[] => {
  const from = (where: 'path' | 'query', schema: z.ZodType | undefined) => {
    if (!schema) return []
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return Object.entries(properties).map(([name, described]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: described,
    }))
  }
  return [...from('path', endpoint.params), ...from('query', endpoint.query)]
}

const whoMayCall = ({ access }: AnyEndpoint) => {
  if (access === 'anyone') return 'Anyone.'
  return access === 'signed-in' ? 'Any signed-in user.' : `Roles: ${access.anyOf.join(', ')}.`
}

/** What a client must know besides: it may be refused with `step-up-needed`. */
const whenProven = ({ stepUp }: AnyEndpoint) => {
  if (!stepUp) return ''
  const body = stepUp === true ? '' : ` where the body has \`${stepUp}\``
  return ` Wants a proof of the last five minutes${body} (\`step-up-needed\`).`
}

const answers = (endpoint: AnyEndpoint): Json => ({
  200:
    'raw' in endpoint.output
      ? { description: 'The answer.', content: { [endpoint.output.raw]: {} } }
      : {
          description: 'The answer.',
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        },
  default: {
    description: 'A refusal.',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  },
})

const uploadSchema = (upload: Upload, beside: AnyEndpoint['beside']): Json => {
  const description = `${upload.accept.join(', ')}, at most ${upload.mostBytes} bytes`
  const file = { type: 'string', format: 'binary' }
  if (!('form' in upload)) {
    const { properties: fields } = (beside ? schemaOf(beside, 'input') : {}) as { properties?: Json }
    return { type: 'object', required: ['file'], properties: { ...fields, file: { ...file, description } } }
  }
  const { properties = {}, required = [] } = schemaOf(upload.form, 'input') as { properties?: Json; required?: Json[] }
  const files = { type: 'array', items: file, minItems: 1, maxItems: upload.mostFiles, description }
  return { type: 'object', required: [...required, 'files'], properties: { ...properties, files } }
}

const body = ({ input, example }: AnyEndpoint): Json => ({
  schema: schemaOf(input, 'input'),
  ...(example && { example: example('1') }),
})

const operation = (feature: string, name: string, endpoint: AnyEndpoint): Json => ({
  operationId: `${feature}.${name}`,
  tags: [feature],
  summary: endpoint.summary,
  description: whoMayCall(endpoint) + whenProven(endpoint),
  ...(endpoint.access === 'anyone' ? { security: [] } : {}),
  parameters: parametersOf(endpoint),
  ...(endpoint.input ? { requestBody: { required: true, content: { 'application/json': body(endpoint) } } } : {}),
  ...(endpoint.upload
    ? {
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: uploadSchema(endpoint.upload, endpoint.beside) } },
        },
      }
    : {}),
  responses: answers(endpoint),
})

export const openApi = (features: readonly Feature[]): Json => {
  const paths: Record<string, Json> = {}
  for (const feature of features)
    for (const [name, endpoint] of Object.entries(feature.endpoints)) {
      const path = `/api/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(feature.name, name, endpoint) }
    }
  const named: Record<string, unknown> = {}
  const printed = hoisted(paths, named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico',
      version: '1',
      description: 'Every path answers below /identity/api/v1 as well, without regard to case.',
    },
    security: [{ bearer: [] }],
    paths: printed,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output'), ...named },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token of the portal’s own client.' },
      },
    },
  }
}

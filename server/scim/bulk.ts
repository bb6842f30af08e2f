// Many operations in one call (RFC 7644 section 3.7): each is a transaction of its own, as if it had come alone.
import { z } from 'zod'
import { type Json, type ScimAnswer, type ScimCall, scimRefusal } from '#server/features/directory/directory.public.ts'
import { mostOperations } from './discovery.ts'
import { type ScimEndpoint, scimEndpoints } from './endpoints.ts'
import { asScimError, errorBody, type ScimError } from './error-body.ts'

const bulkSchema = 'urn:ietf:params:scim:api:messages:2.0:bulkrequest'

const Body = z.object({
  schemas: z.array(z.string()).refine((names) => names.some((name) => name.toLowerCase() === bulkSchema)),
  failOnErrors: z.int().min(1).nullish(),
  Operations: z.array(
    z.object({
      method: z
        .string()
        .toUpperCase()
        .pipe(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])),
      path: z.string().max(300),
      bulkId: z.string().min(1).max(200).optional(),
      version: z.string().optional(),
      data: z.unknown().optional(),
    }),
  ),
})

type Operation = z.output<typeof Body>['Operations'][number]
type Done = { readonly operation: Operation; readonly response: Json }

/** What is made in the same call is named by it wherever an id may stand. */
const reference = /bulkId:([^"/\s]+)/g

const referencesOf = ({ path, data }: Operation) =>
  [...`${path} ${JSON.stringify(data ?? null)}`.matchAll(reference)].map(([, bulkId = '']) => bulkId)

type Made = ReadonlyMap<string, string>

const resolved = (text: string, made: Made) => text.replace(reference, (all, bulkId: string) => made.get(bulkId) ?? all)

const withIds = (operation: Operation, made: Made): Operation => ({
  ...operation,
  path: resolved(operation.path, made),
  ...(operation.data !== undefined && { data: JSON.parse(resolved(JSON.stringify(operation.data), made)) as unknown }),
})

export type RunOne = (endpoint: ScimEndpoint, call: ScimCall) => Promise<ScimAnswer>

const readBulk = (body: unknown) => {
  const read = Body.safeParse(body)
  if (!read.success)
    throw scimRefusal('invalidSyntax', `${read.error.issues[0]?.path.join('.') || 'the body'} is not that of a bulk`)
  if (read.data.Operations.length > mostOperations)
    throw scimRefusal('tooMany', `more than ${mostOperations} operations`)
  return read.data
}

export const runBulk = async (body: unknown, runOne: RunOne, failed: (error: unknown) => void): Promise<Json> => {
  const { Operations, failOnErrors } = readBulk(body)
  const most = failOnErrors ?? Number.POSITIVE_INFINITY
  const made = new Map<string, string>()
  const done: Done[] = []
  const errors = () => done.filter(({ response }) => Number(response['status']) >= 400).length
  let waiting: readonly Operation[] = Operations
  while (waiting.length > 0 && errors() < most) {
    const ready = waiting.filter((operation) => referencesOf(operation).every((bulkId) => made.has(bulkId)))
    // What refers to nothing that could be made is refused as it stands.
    const next = ready[0] ?? waiting[0]
    if (!next) break
    const response = ready[0]
      ? await answerOf(withIds(next, made), runOne, failed)
      : ({ status: 409, body: errorBody(409, 'a bulkId is that of nothing that was made', 'invalidValue') } as const)
    const id = idOfMade(next, response)
    if (next.bulkId && id) made.set(next.bulkId, id)
    done.push({ operation: next, response: shown(next, response) })
    waiting = waiting.filter((operation) => operation !== next)
  }
  const inOrder = Operations.flatMap((operation) => done.find((one) => one.operation === operation)?.response ?? [])
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: inOrder }
}

const idOfMade = ({ method }: Operation, { status, body }: ScimAnswer | ScimError): string | undefined => {
  const id: unknown = method === 'POST' && status === 201 ? Reflect.get(body ?? {}, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

const answerOf = async (
  { method, path, data, version }: Operation,
  runOne: RunOne,
  failed: (error: unknown) => void,
): Promise<ScimAnswer | ScimError> => {
  const [, collection = '', id = ''] = /^\/?(Users|Groups)(?:\/([^/]+))?$/i.exec(path) ?? []
  const wanted = `/${collection}${id && '/:id'}`.toLowerCase()
  const endpoint = scimEndpoints.find((one) => one.method === method && one.path.toLowerCase() === wanted)
  if (!endpoint || !('writes' in endpoint))
    return { status: 404, body: errorBody(404, `${method} has nothing to do at this path`) }
  try {
    return await runOne(endpoint, { id: decodeURIComponent(id), query: {}, body: data, ifMatch: version })
  } catch (error) {
    const refused = asScimError(error)
    if (refused) return refused
    failed(error)
    return { status: 500, body: errorBody(500, 'Unknown error') }
  }
}

const shown = ({ method, bulkId }: Operation, response: ScimAnswer | ScimError): Json => ({
  method,
  ...(bulkId !== undefined && { bulkId }),
  ...('location' in response && response.location && { location: response.location }),
  ...('version' in response && response.version && { version: response.version }),
  status: String(response.status),
  ...(response.status >= 400 && 'body' in response && { response: response.body }),
})

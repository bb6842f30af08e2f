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

/** What is made in the same call is named by it wherever an id may stand. */
const reference = /bulkId:([^"/\s]+)/g

const referencesOf = ({ path, data }: Operation) =>
  [...`${path} ${JSON.stringify(data ?? null)}`.matchAll(reference)].map(([, bulkId = '']) => bulkId)

type CreatedIds = ReadonlyMap<string, string>

const resolved = (text: string, made: CreatedIds) =>
  text.replace(reference, (all, bulkId: string) => made.get(bulkId) ?? all)

const withIds = (operation: Operation, made: CreatedIds): Operation => ({
  ...operation,
  path: resolved(operation.path, made),
  ...(operation.data !== undefined && { data: JSON.parse(resolved(JSON.stringify(operation.data), made)) as unknown }),
})

type RunOne = (endpoint: ScimEndpoint, call: ScimCall) => Promise<ScimAnswer>

const readBulk = (body: unknown) => {
  const read = Body.safeParse(body)
  if (!read.success)
    throw scimRefusal('invalidSyntax', `${read.error.issues[0]?.path.join('.') || 'the body'} is not that of a bulk`)
  if (read.data.Operations.length > mostOperations)
    throw scimRefusal('tooMany', `more than ${mostOperations} operations`)
  return read.data
}

type WaitingOperations = ReadonlyMap<Operation, readonly string[]>

/** The first whose references are all made; else the first of all, whose references nothing makes any more. */
const nextOf = (waiting: WaitingOperations, made: CreatedIds) => {
  const all = [...waiting]
  const ready = all.find(([, bulkIds]) => bulkIds.every((bulkId) => made.has(bulkId)))
  const [operation] = ready ?? all[0] ?? []
  if (!operation) throw new TypeError('nothing waits')
  return { operation, ready: ready !== undefined }
}

type Parts = { readonly base: string; readonly runOne: RunOne; readonly failed: (error: unknown) => void }

export const runBulk = async (body: unknown, parts: Parts): Promise<Json> => {
  const { Operations, failOnErrors } = readBulk(body)
  const most = failOnErrors ?? Number.POSITIVE_INFINITY
  const made = new Map<string, string>()
  const answers = new Map<Operation, Json>()
  const waiting = new Map(Operations.map((operation) => [operation, referencesOf(operation)]))
  let errors = 0
  while (waiting.size > 0 && errors < most) {
    const { operation, ready } = nextOf(waiting, made)
    waiting.delete(operation)
    const asked = ready ? withIds(operation, made) : operation
    const response = ready ? await answerOf(asked, parts) : nothingMade
    const id = idOfMade(operation, response)
    if (operation.bulkId && id) made.set(operation.bulkId, id)
    if (response.status >= 400) errors += 1
    answers.set(operation, shown(asked, response, parts))
  }
  const inOrder = Operations.flatMap((operation) => answers.get(operation) ?? [])
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'], Operations: inOrder }
}

const nothingMade: ScimError = {
  status: 409,
  body: errorBody(409, 'a bulkId is that of nothing that was made', 'invalidValue'),
}

const idOfMade = ({ method }: Operation, { status, body }: ScimAnswer | ScimError): string | undefined => {
  const id: unknown = method === 'POST' && status === 201 ? Reflect.get(body ?? {}, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

const answerOf = async (
  { method, path, data, version }: Operation,
  { runOne, failed }: Parts,
): Promise<ScimAnswer | ScimError> => {
  const [, collection = '', written = ''] = /^\/?(Users|Groups)(?:\/([^/]+))?$/i.exec(path) ?? []
  const wanted = `/${collection}${written && '/:id'}`.toLowerCase()
  const id = decoded(written)
  const endpoint = scimEndpoints.find((one) => one.method === method && one.path.toLowerCase() === wanted)
  if (!endpoint || !('writes' in endpoint) || id === undefined)
    return { status: 404, body: errorBody(404, `${method} has nothing to do at this path`) }
  try {
    return await runOne(endpoint, { id, query: {}, body: data, ifMatch: version })
  } catch (error) {
    const refused = asScimError(error)
    if (refused) return refused
    failed(error)
    return { status: 500, body: errorBody(500, 'Unknown error') }
  }
}

const decoded = (written: string) => {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}

/** Of everything but a `POST` that failed, which has none (RFC 7644 section 3.7). */
const locationOf = ({ method, path }: Operation, response: ScimAnswer | ScimError, base: string) => {
  if ('location' in response && response.location) return response.location
  return method === 'POST' ? undefined : `${base}/${path.replace(/^\/+/, '')}`
}

const shown = (operation: Operation, response: ScimAnswer | ScimError, { base }: Parts): Json => {
  const { method, bulkId } = operation
  const location = locationOf(operation, response, base)
  return {
    method,
    ...(bulkId !== undefined && { bulkId }),
    ...(location && { location }),
    ...('version' in response && response.version && { version: response.version }),
    status: String(response.status),
    ...(response.status >= 400 && 'body' in response && { response: response.body }),
  }
}

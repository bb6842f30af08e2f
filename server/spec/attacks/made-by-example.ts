// Things that no other part of a target is: each made by the POST of its collection, with the contract's example.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { features } from '#server/features.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { isMadeByItself } from './addresses.ts'
import { addChief } from './cast.ts'

/** Somebody who may make everything, once for each server. */
const makers = new WeakMap<TestPortico, ReturnType<typeof addChief>>()
const makerOf = (portico: TestPortico) => {
  const maker = makers.get(portico) ?? addChief(portico)
  makers.set(portico, maker)
  return maker
}

const call = async (portico: TestPortico, method: string, path: string, body?: unknown) =>
  createBrowser(portico.origin).request(method, `/api/v1${path}`, {
    headers: (await makerOf(portico)).bearer,
    ...(body === undefined ? {} : { body }),
  })

const all = features.flatMap(({ endpoints }): readonly AnyEndpoint[] => Object.values(endpoints))

/** Where nothing stands below, nothing is aimed at. */
const collections = all.filter(
  ({ method, path, example }) =>
    method === 'POST' && example && isMadeByItself(path) && all.some((other) => other.path.startsWith(`${path}/:`)),
)

/** The id of each, by the path of its collection. */
export const makeByExample = async (portico: TestPortico, unique: string) => {
  const made: Record<string, string> = {}
  for (const { path, example } of collections) {
    const { status, text, json } = await call(portico, 'POST', path, example?.(unique))
    if (status !== 200) throw new Error(`${path} refuses the example of the contract: ${text}`)
    made[path] = json<{ id: string }>().id
  }
  return made
}

/** What the API says of each now. */
export const stateOfMade = (portico: TestPortico, made: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(made).map(async ([path, id]) => {
      const { status, text } = await call(portico, 'GET', `${path}/${id}`)
      return { path, status, text }
    }),
  )

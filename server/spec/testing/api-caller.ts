// Calls of the API by somebody: JSON in, JSON out, files as forms.
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from './browser.ts'
import type { TestPortico } from './portico.ts'

export type Bearer = { authorization: string }

type CallOptions = { body?: unknown; type?: string; as?: Bearer }

/** What was promised, or the refusal. */
type Body<T> = T & Omit<Problem, keyof T>

/** `call('PUT', '/1', { body })`, below one path of the API. */
export const apiCaller = (portico: () => TestPortico, base: string, usual: () => Bearer) => {
  const call = async <T = object>(method: string, path: string, { body, type, as = usual() }: CallOptions = {}) => {
    const headers = { ...as, ...(type && { 'content-type': type }) }
    const answer = await createBrowser(portico().origin).request(method, `/api/v1${base}${path}`, {
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, body: answer.json<Body<T>>() }
  }
  const send = async <T = object>(
    method: string,
    path: string,
    { name, bytes, as = usual() }: { name: string; bytes: Uint8Array; as?: Bearer },
  ) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const answer = await fetch(`${portico().origin}/api/v1${base}${path}`, { method, headers: as, body: form })
    return { status: answer.status, body: (await answer.json()) as Body<T> }
  }
  return { call, send }
}

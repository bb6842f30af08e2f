// Calls of the API as somebody who signed in.
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from './browser.ts'
import type { TestPortico } from './portico.ts'

export type Bearer = { authorization: string }

type Shown = { id: string; name: string }

/** `path` below /api/v1; as the caller unless it says as whom. */
export const callAs =
  (portico: TestPortico, caller: Bearer) =>
  async <T>(method: string, path: string, { body, as = caller }: { body?: unknown; as?: Bearer } = {}) => {
    const answer = await createBrowser(portico.origin).request(method, `/api/v1${path}`, { headers: as, ...(body === undefined ? {} : { body }) })
    return { status: answer.status, body: answer.json<T & Problem & { items: (Shown & Record<string, unknown>)[]; count: number }>() }
  }

export type Caller = ReturnType<typeof callAs>

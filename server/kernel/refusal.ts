// A refusal is a code and a status; the words for it are made where it is shown.

export type Status = 400 | 401 | 403 | 404 | 408 | 409 | 410 | 412 | 413 | 414 | 415 | 422 | 429 | 431 | 503 | 507

export class Refusal extends Error {
  readonly code: string
  readonly status: Status
  readonly detail: Readonly<Record<string, unknown>>

  constructor(code: string, status: Status, detail: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.status = status
    this.detail = detail
  }
}

// A long action as lines (R7.13-05): how far it is while it goes on, then its result or what went wrong.
import type { Progress } from '#server/kernel/use-case.ts'
import { asRefusal, problemOf, unknownProblem } from './problem.ts'

type Line =
  | { readonly done: number; readonly total: number }
  | { readonly result: unknown }
  | { readonly error: unknown }

/** One place: a line that nobody has taken yet gives way to the next, so that a slow reader costs no memory. */
class Mailbox {
  #latest: Line | undefined
  #last: Line | undefined
  #wake: () => void = () => undefined
  #waiting = Promise.resolve()

  constructor() {
    this.#wait()
  }

  put(line: Line) {
    this.#latest = line
    this.#wake()
  }

  end(line: Line) {
    this.#last = line
    this.#wake()
  }

  async *lines(): AsyncGenerator<string> {
    for (;;) {
      if (this.#latest) {
        const line = this.#latest
        this.#latest = undefined
        yield encode(line)
      } else if (this.#last) return yield encode(this.#last)
      else {
        await this.#waiting
        this.#wait()
      }
    }
  }

  #wait() {
    this.#waiting = new Promise((resolve) => (this.#wake = resolve))
  }
}

const encode = (line: Line) => `data: ${JSON.stringify(line)}\n\n`

/**
 * The lines, once there is one: what fails before it reported anything is thrown, and so is answered like any other
 * call. The action goes on when its caller went away.
 */
export const streamed = async (
  run: (progress: Progress) => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<AsyncIterable<string>> => {
  const mailbox = new Mailbox()
  const begun = Promise.withResolvers<boolean>()
  const work = run((done, total) => {
    mailbox.put({ done, total })
    begun.resolve(true)
  })
  const settled = work.then(
    (result) => mailbox.end({ result }),
    (error: unknown) => {
      const refusal = asRefusal(error)
      if (!refusal) failed(error)
      mailbox.end({ error: refusal ? problemOf(refusal) : unknownProblem })
    },
  )
  if (!(await Promise.race([begun.promise, settled.then(() => false)]))) await work
  return mailbox.lines()
}

// The workers of one primary: each is an instance like any other. Who dies is replaced, and all can be renewed, one
// after the other. Nothing that a worker needs is kept here.
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartFailure } from '../postgres/start-failure.ts'
import { beginWorker, WorkerFailed, type WorkerLife } from './worker-life.ts'

type WorkersOptions = {
  readonly script: string
  readonly count: number
  /** Handed to every worker with its orders. */
  readonly task: unknown
  /** How many milliseconds a worker may take to end what is under way. */
  readonly endsWithin: number
  readonly say: (line: string) => void
  /** No worker serves any more, and none can be started. */
  readonly gaveUp: (reason: Error) => void
}

/** The first who dies in a minute is replaced at once; for each further one the pause doubles. */
const firstPause = 500
const longestPause = 30_000
const remembered = 60_000
/** So many starts in a row fail while nobody serves: then it is given up. */
const mostFailures = 5
/** Of a worker that was prepared: connecting and listening. */
const servesWithin = 120_000

const loaded = (life: WorkerLife) => life.hear('here')

const prepare = async (life: WorkerLife, task: unknown) => {
  await loaded(life)
  life.tell({ order: 'prepare', task })
  return (await life.hear('prepared')).result
}

const serve = async (life: WorkerLife, task: unknown) => {
  await loaded(life)
  life.tell({ order: 'serve', task })
  const late = setTimeout(life.kill, servesWithin)
  await life.hear('ready').finally(() => clearTimeout(late))
}

export class Workers {
  readonly #options: WorkersOptions
  readonly #living = new Set<WorkerLife>()
  /** Who serves; empty while one is replaced. */
  readonly #places: (WorkerLife | undefined)[]
  readonly #stopping = new AbortController()
  #started = false
  #deaths: number[] = []
  #failures = 0
  #renewing = false

  constructor(options: WorkersOptions) {
    this.#options = options
    this.#places = Array.from({ length: options.count })
    cluster.setupPrimary({ exec: options.script, args: process.argv.slice(2) })
  }

  /** When all serve: what the first one prepared. Throws what any of them said. */
  async start(): Promise<unknown> {
    const { task } = this.#options
    // They load while the first one prepares.
    const [first, ...others] = this.#places.map(() => this.#fork())
    const prepared = await this.#tryWith(first, (life) => prepare(life, task))
    const lives = [prepared.life, ...others]
    const served = await Promise.all(lives.map((life) => this.#tryWith(life, (one) => serve(one, task))))
    for (const [place, { life }] of served.entries()) this.#put(place, life)
    this.#started = true
    return prepared.result
  }

  /** A new one serves before the old one retires. The first that cannot ends it, and the others go on. */
  async renew(): Promise<void> {
    const { say } = this.#options
    if (this.#renewing || !this.#started) return say('The workers are starting already.')
    this.#renewing = true
    try {
      for (const place of this.#places.keys()) await this.#renewOne(place)
      say('All workers are new.')
    } catch (error) {
      if (!this.#over) say(`The workers that are there go on: a new one did not start (${messageOf(error)}).`)
    } finally {
      this.#renewing = false
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#living].map((life) => this.#end(life, 'stop')))
  }

  get #over() {
    return this.#stopping.signal.aborted
  }

  #fork(): WorkerLife {
    const life = beginWorker()
    this.#living.add(life)
    void life.ended.then(() => this.#living.delete(life))
    if (this.#over) life.kill()
    return life
  }

  #put(place: number, life: WorkerLife) {
    this.#places[place] = life
    void life.ended.then((how) => {
      if (this.#places[place] === life) void this.#replace(place, how)
    })
  }

  async #replace(place: number, how: string) {
    if (this.#over) return
    const { say, gaveUp, task } = this.#options
    say(`A worker ended (process ${this.#places[place]?.pid}, ${how}) and is replaced.`)
    this.#places[place] = undefined
    try {
      await this.#pause()
      const { life } = await this.#tryWith(this.#fork(), async (one) => {
        await prepare(one, task)
        await serve(one, task)
      })
      // A renewal may have come first.
      if (this.#places[place]) await this.#end(life, 'retire')
      else this.#put(place, life)
    } catch (error) {
      if (!this.#over) gaveUp(error instanceof Error ? error : new Error(String(error)))
    }
  }

  async #renewOne(place: number) {
    const { task } = this.#options
    const life = this.#fork()
    try {
      await prepare(life, task)
      await serve(life, task)
    } catch (error) {
      life.kill()
      throw error
    }
    const old = this.#places[place]
    this.#put(place, life)
    if (old) await this.#end(old, 'retire')
  }

  /** With one worker after another, until the work is done. */
  async #tryWith<T>(first: WorkerLife | undefined, work: (life: WorkerLife) => Promise<T>) {
    for (let life = first ?? this.#fork(); ; life = this.#fork())
      try {
        const result = await work(life)
        this.#failures = 0
        return { life, result }
      } catch (error) {
        life.kill()
        await this.#afterFailure(error)
      }
  }

  /** At the start, what a worker says is for whoever starts it; after a death without a word another one is tried. */
  async #afterFailure(error: unknown) {
    if (this.#over || (!this.#started && error instanceof WorkerFailed)) throw error
    this.#failures++
    const alone = !this.#places.some(Boolean)
    if (alone && this.#failures >= mostFailures)
      throw new StartFailure(
        `${this.#failures} workers in a row ended before they served; the last one: ${messageOf(error)}. Portico gives up.`,
      )
    this.#options.say(`A worker did not start (${messageOf(error)}); it is tried again.`)
    await this.#pause()
  }

  async #pause() {
    const now = Date.now()
    this.#deaths = [...this.#deaths.filter((at) => at > now - remembered), now]
    const earlier = this.#deaths.length - 1
    if (earlier === 0) return
    const pause = Math.min(longestPause, firstPause * 2 ** (earlier - 1))
    await sleep(pause, undefined, { signal: this.#stopping.signal })
  }

  /** One that does not listen yet has nothing under way; closing a server that waits for its port crashes Node. */
  async #end(life: WorkerLife, order: 'retire' | 'stop') {
    if (life.serves()) life.tell({ order })
    else life.kill()
    const late = setTimeout(() => {
      this.#options.say(`A worker (process ${life.pid}) did not end in time and is killed.`)
      life.kill()
    }, this.#options.endsWithin)
    await life.ended.finally(() => clearTimeout(late))
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

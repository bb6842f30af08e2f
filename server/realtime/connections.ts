// Who is connected to the hub of this instance. A person has few connections; one that does not read, or is not heard
// of, is dropped before it costs memory (T46).
import { closeMessage, invocation, pingMessage } from './signalr.ts'

/** How a connection is written to: a WebSocket, or an answer that does not end. */
export type Wire = {
  send(text: string): void
  /** Bytes that the other side has not taken yet. */
  waiting(): number
  /** Says a last word. */
  end(text: string): void
  drop(): void
}

export type RealtimeConnection = {
  readonly userId: string
  readonly token: string
  readonly wire: Wire
  heardAt: number
}

const mostOfOnePerson = 20
const mostWaiting = 1_048_576
/** Clients send a ping every 15 seconds. */
const silence = 45_000

export class RealtimeConnections {
  readonly #byUser = new Map<string, Set<RealtimeConnection>>()

  hasRoomFor(userId: string) {
    return (this.#byUser.get(userId)?.size ?? 0) < mostOfOnePerson
  }

  has(userId: string) {
    return this.#byUser.has(userId)
  }

  userIds() {
    return [...this.#byUser.keys()]
  }

  /** Of one person, or of everybody. */
  tokens(userId?: string) {
    const of = userId === undefined ? this.#every() : [...(this.#byUser.get(userId) ?? [])]
    return [...new Set(of.map(({ token }) => token))]
  }

  add(connection: RealtimeConnection) {
    const own = this.#byUser.get(connection.userId) ?? new Set()
    this.#byUser.set(connection.userId, own.add(connection))
  }

  remove(connection: RealtimeConnection) {
    const own = this.#byUser.get(connection.userId)
    own?.delete(connection)
    if (own?.size === 0) this.#byUser.delete(connection.userId)
  }

  end(connection: RealtimeConnection, text = closeMessage) {
    this.remove(connection)
    connection.wire.end(text)
  }

  tell(userId: string, text: string) {
    for (const connection of this.#byUser.get(userId) ?? []) this.#write(connection, text)
  }

  /** Ends those whose token died meanwhile, and says so: the page then asks whether its session is over. */
  keepOnly(living: ReadonlySet<string>, checked: ReadonlySet<string>) {
    for (const connection of this.#every())
      if (checked.has(connection.token) && !living.has(connection.token))
        this.end(
          connection,
          invocation({ target: 'SessionEnded', argument: { userId: connection.userId } }) + closeMessage,
        )
  }

  beat(now: number) {
    for (const connection of this.#every())
      if (now - connection.heardAt > silence) this.#drop(connection)
      else this.#write(connection, pingMessage)
  }

  endAll() {
    for (const connection of this.#every()) this.end(connection)
  }

  #every() {
    return [...this.#byUser.values()].flatMap((of) => [...of])
  }

  #write(connection: RealtimeConnection, text: string) {
    if (connection.wire.waiting() > mostWaiting) this.#drop(connection)
    else connection.wire.send(text)
  }

  #drop(connection: RealtimeConnection) {
    this.remove(connection)
    connection.wire.drop()
  }
}

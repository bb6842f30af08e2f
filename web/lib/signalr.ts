// A client of the SignalR hub protocol in JSON, for a hub that only tells (server/realtime/). The official client costs
// 12 KB of every first visit, most of it for calls, streams and formats that this hub does not have (decision 0034).
import { currentToken } from './client.ts'

type Message = { readonly type?: number; readonly target?: string; readonly arguments?: readonly unknown[] }

/** What is opened once: it opens, says texts, and ends; it may end without having opened. */
type Events = { opened(): void; received(text: string): void; closed(): void }
type Transport = { send(text: string): void; close(): void }

const openSocket = (address: URL, { opened, received, closed }: Events): Transport => {
  const url = new URL(address)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url.href)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(String(data))
  socket.onclose = closed
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

/** Where the network closes WebSockets. What a client would say has been said by asking. */
const openEventSource = (address: URL, { opened, received, closed }: Events): Transport => {
  const source = new EventSource(address)
  source.onopen = opened
  source.onmessage = ({ data }) => received(String(data))
  // It would come back by itself, with the token it had.
  source.onerror = () => {
    source.close()
    closed()
  }
  return { send: () => undefined, close: () => source.close() }
}

const transports = [openSocket, openEventSource] as const

const separator = '\u001e'
const encode = (message: object) => JSON.stringify(message) + separator
const messagesIn = (text: string) =>
  text
    .split(separator)
    .filter((part) => part !== '')
    .map((part) => JSON.parse(part) as Message)

const kinds = { invocation: 1, ping: 6, close: 7 }
/** The server drops anyone who says nothing for 45 seconds, and says something itself every 15. */
const pingEvery = 15_000
const silence = 30_000

type HubEvents = { invoked(target: string, argument: unknown): void; ready(): void; closed(opened: boolean): void }

/** Ends what is silent for too long: a sleeping computer and a pulled cable close nothing. */
const watchSilence = (lost: () => void) => {
  let patience = setTimeout(lost, silence)
  return {
    heard: () => {
      clearTimeout(patience)
      patience = setTimeout(lost, silence)
    },
    stop: () => clearTimeout(patience),
  }
}

/** From opening to the end of one connection; `closed` comes once, and not after `close`. */
const connectOnce = (address: URL, open: (typeof transports)[number], { invoked, ready, closed }: HubEvents) => {
  let opened = false
  let ended = false
  let pings: ReturnType<typeof setInterval> | undefined
  const end = () => {
    ended = true
    clearInterval(pings)
    patience.stop()
    transport.close()
  }
  const lost = () => {
    if (ended) return
    end()
    closed(opened)
  }
  const take = ({ type, target = '', arguments: [argument] = [] }: Message) => {
    if (ended) return
    if (type === kinds.invocation) invoked(target, argument)
    else if (type === kinds.close) lost()
    else if (type === undefined) ready()
  }
  const patience = watchSilence(lost)
  const transport = open(address, {
    opened: () => {
      opened = true
      transport.send(encode({ protocol: 'json', version: 1 }))
      pings = setInterval(() => transport.send(encode({ type: kinds.ping })), pingEvery)
    },
    received: (text) => {
      patience.heard()
      for (const message of messagesIn(text)) take(message)
    },
    closed: lost,
  })
  return { close: end }
}

/** At once, and then more and more rarely. */
const delays = [0, 2_000, 10_000, 30_000]
const delayOf = (tries: number) => delays[tries] ?? 60_000

type HubOptions = {
  readonly path: string
  invoked(target: string, argument: unknown): void
  connected(is: boolean): void
}

/** Connects, and again whenever the connection ends, until it is closed. */
export const openHub = ({ path, invoked, connected }: HubOptions): { close(): void } => {
  let closed = false
  let tries = 0
  let kind = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let connection: ReturnType<typeof connectOnce> | undefined
  const connect = async () => {
    const token = await currentToken().catch(() => '')
    if (closed) return
    const address = new URL(path, location.origin)
    address.searchParams.set('access_token', token)
    connection = connectOnce(address, transports[kind] ?? openSocket, {
      invoked,
      ready: () => {
        tries = 0
        connected(true)
      },
      closed: (opened) => {
        connected(false)
        // What did not even open is tried the other way next.
        kind = opened ? 0 : 1 - kind
        timer = setTimeout(() => void connect(), delayOf(tries++))
      },
    })
  }
  void connect()
  return {
    close: () => {
      closed = true
      clearTimeout(timer)
      connection?.close()
    },
  }
}

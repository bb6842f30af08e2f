// The SignalR hub protocol in JSON, as far as a hub needs it that only tells: handshake, invocation, ping,
// close.

const separator = '\u001e'
const encode = (message: object) => JSON.stringify(message) + separator

export const handshakeAnswer = encode({})
export const pingMessage = encode({ type: 6 })
/** The client comes back by itself, and is asked again who it is. */
export const closeMessage = encode({ type: 7, allowReconnect: true })
export const refusedMessage = encode({ type: 7, error: 'This hub takes no calls.' })

export type RealtimeEvent = {
  readonly target: 'BeginConnection' | 'ListsChanged' | 'NewNotification' | 'NewProcess' | 'SessionEnded'
  readonly argument: Readonly<Record<string, unknown>>
}
export const invocation = ({ target, argument }: RealtimeEvent) => encode({ type: 1, target, arguments: [argument] })

/** What clients may say. Anything else ends the connection. */
type ClientMessage = 'handshake' | 'ping' | 'close' | 'other'

const kindOf = (text: string): ClientMessage => {
  try {
    const message = JSON.parse(text) as { type?: unknown; protocol?: unknown } | null
    if (message?.type === 6) return 'ping'
    if (message?.type === 7) return 'close'
    return message?.protocol === 'json' && message.type === undefined ? 'handshake' : 'other'
  } catch {
    return 'other'
  }
}

export const clientMessages = (text: string): ClientMessage[] =>
  text.endsWith(separator) ? text.slice(0, -1).split(separator).map(kindOf) : ['other']

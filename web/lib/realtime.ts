// What the server tells by itself (R7.13): the hub, with the official client, which is loaded when it is asked for.
import { under } from './base.ts'
import { currentToken } from './client.ts'

export type Heard = {
  /** Something new, in words; without them only reason to look. */
  notification(description: string): void
  process(): void
  /** A session of this person ended; perhaps the one of this page. */
  sessionEnded(): void
  /** While it is not, whoever wants to know has to ask. */
  connected(is: boolean): void
}

type Connection = import('@microsoft/signalr').HubConnection
type NewNotification = { notification?: { description?: string } }

const delays = [0, 2_000, 10_000, 30_000]
const delayOf = (tries: number) => delays[tries] ?? 60_000

const build = async ({ notification, process, sessionEnded, connected }: Heard): Promise<Connection> => {
  const { HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr')
  const connection = new HubConnectionBuilder()
    .withUrl(under('hubs/notifications'), { accessTokenFactory: currentToken, withCredentials: false })
    .withAutomaticReconnect({ nextRetryDelayInMilliseconds: ({ previousRetryCount }) => delayOf(previousRetryCount) })
    .configureLogging(LogLevel.None)
    .build()
  connection.on('NewNotification', ({ notification: told }: NewNotification) => notification(told?.description ?? ''))
  connection.on('NewProcess', () => process())
  connection.on('SessionEnded', () => sessionEnded())
  // What was told before is lost: looking is the only way to know.
  connection.on('BeginConnection', () => {
    notification('')
    process()
  })
  connection.onreconnecting(() => connected(false))
  connection.onreconnected(() => connected(true))
  connection.onclose(() => connected(false))
  return connection
}

export const openRealtime = (heard: Heard): { close(): void } => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let connection: Connection | undefined
  let closed = false
  const begin = async (tries: number): Promise<void> => {
    try {
      connection ??= await build(heard)
      if (closed) return
      await connection.start()
      heard.connected(true)
    } catch {
      // The first connection is not tried again by the client itself.
      if (!closed) timer = setTimeout(() => void begin(tries + 1), delayOf(tries + 1))
    }
  }
  void begin(0)
  return {
    close: () => {
      closed = true
      clearTimeout(timer)
      void connection?.stop()
    },
  }
}

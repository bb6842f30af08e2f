// The notification hub as the official client hears it.
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { until } from './portico.ts'

const events = ['BeginConnection', 'NewNotification', 'NewProcess', 'ListsChanged', 'SessionEnded']

export type Listening = { origin: string; path: string; transport: HttpTransportType }
type HeardMessage = { event: string; said: Record<string, any> }

/** Answers once the hub has let the token in. */
export const listenTo = async (
  token: string,
  { origin, path = '/identity/hubs/notifications', transport = HttpTransportType.WebSockets }: Partial<Listening>,
) => {
  const heard: HeardMessage[] = []
  const connection = new HubConnectionBuilder()
    .withUrl(`${origin}${path}`, { accessTokenFactory: () => token, transport })
    .configureLogging(LogLevel.None)
    .build()
  for (const event of events) connection.on(event, (said: Record<string, any>) => void heard.push({ event, said }))
  await connection.start()
  await until(() => heard.length > 0)
  return {
    connection,
    heard,
    next: (event: string, n = 1) => until(() => heard.filter((one) => one.event === event).at(n - 1)?.said),
  }
}

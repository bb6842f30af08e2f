// An address that is told by webhooks, and checks what it receives with the library that Standard Webhooks publishes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

type ReceivedCall = {
  readonly id: string
  readonly signatures: readonly string[]
  readonly body: { type: string; timestamp: string; data: Record<string, unknown> }
  /** Throws unless one of the signatures is of the secret. */
  verify(secret: string): unknown
}

export const listenForWebhooks = async () => {
  const received: ReceivedCall[] = []
  const answer = { status: 200, text: 'thanks', headers: {} as Record<string, string> }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[name])
    const headers = {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    }
    received.push({
      id: headers['webhook-id'],
      signatures: headers['webhook-signature'].split(' '),
      body: JSON.parse(body) as ReceivedCall['body'],
      verify: (secret) => new Webhook(secret).verify(body, headers),
    })
    response.writeHead(answer.status, answer.headers).end(answer.text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    received,
    answer,
    url: `http://127.0.0.1:${port}/hook`,
    of: (type: string) => received.filter(({ body }) => body.type === type),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

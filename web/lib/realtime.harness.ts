// The other end of the notification hub, for the specs of pages.
import { vi } from 'vitest'

/** As a browser sees it. */
class PlayedSocket {
  static last: PlayedSocket | undefined
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: object) => void
  /** Both have shaken hands: what is told now is heard. */
  ready = false
  readonly url: string
  constructor(url: string) {
    this.url = url
    PlayedSocket.last = this
    setTimeout(() => this.onopen?.())
  }
  send(text: string) {
    if (!text.includes('protocol')) return
    setTimeout(() => {
      this.say({})
      this.ready = true
    })
  }
  say(message: object) {
    this.onmessage?.({ data: `${JSON.stringify(message)}\u001e` })
  }
  tell(target: string, argument: object) {
    this.say({ type: 1, target, arguments: [argument] })
  }
  close() {
    this.onclose?.({ code: 1000, wasClean: true })
  }
}

const real = globalThis.WebSocket

/** Opens never, where a spec plays none: the real one would ask the server of the modules again and again. */
export const silenceSocket = () => {
  if (globalThis.WebSocket !== real) return
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )
}

/** Before the page is opened. */
export const playSocket = () => {
  PlayedSocket.last = undefined
  vi.stubGlobal('WebSocket', PlayedSocket)
}

export const openSocket = () => vi.waitUntil(() => PlayedSocket.last?.ready && PlayedSocket.last, { timeout: 10_000 })

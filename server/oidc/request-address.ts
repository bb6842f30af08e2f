// Where a request of the provider comes from, as the proxies that are trusted say it.
import type { IncomingMessage } from 'node:http'

const addresses = new WeakMap<IncomingMessage, string>()

export const rememberAddress = (request: IncomingMessage, address: string) => void addresses.set(request, address)

export const addressOf = (request: IncomingMessage) => addresses.get(request)

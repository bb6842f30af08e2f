// What a request of the provider leaves behind is collected while it is young (docs/decisions/0068).
import type Provider from 'oidc-provider'

type Context = Record<PropertyKey, unknown>

/**
 * For each request the library defines a getter `oidc` in its context. V8 keeps the pair of getter and setter of a
 * defined property among old objects, and with it the getter, the context, the request and the answer, until old
 * objects are collected. What that getter returns stays the same for a request: it is stored as a value instead.
 */
const handler: ProxyHandler<Context> = {
  set: (context, key, value) => Reflect.set(context, key, value),
  defineProperty: (context, key, descriptor) =>
    key === 'oidc' && descriptor.get
      ? Reflect.set(context, key, descriptor.get())
      : Reflect.defineProperty(context, key, descriptor),
}

/** Of Koa, whose types say more of it than is needed here. */
type Contexts = { createContext(...requestAndAnswer: unknown[]): Context }

export const keepContextsYoung = (provider: Provider) => {
  const contexts = provider as unknown as Contexts
  const create = contexts.createContext.bind(provider)
  contexts.createContext = (...requestAndAnswer) => new Proxy(create(...requestAndAnswer), handler)
}

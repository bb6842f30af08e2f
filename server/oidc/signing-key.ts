// ES256 signs at once, in the thread that asks for it: that takes less time than handing it to another thread and
// waiting for it there. RS256 takes twenty times as long, and stays the library's.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { JWK } from 'jose'
import { ExternalSigningKey } from 'oidc-provider'

class Es256Key extends ExternalSigningKey {
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor(jwk: JWK) {
    super()
    this.#privateKey = createPrivateKey({ key: jwk as Record<string, unknown>, format: 'jwk' })
    this.#publicKey = createPublicKey(this.#privateKey)
    // It has setters, of which its types know nothing.
    Object.assign(this, { kid: jwk.kid, alg: 'ES256' })
  }

  override keyObject() {
    return this.#publicKey
  }

  /** RFC 7518 section 3.4: R and S, one behind the other. */
  override sign(data: Uint8Array) {
    return sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' })
  }
}

/** A JWT (RFC 7519), of a type of its own where it is no id_token. */
export type Signed = (claims: Record<string, unknown>, type?: 'at+jwt') => string | undefined

/** By the key with which the library signs, which is the first. */
export const es256Signer = (keys: readonly JWK[]): Signed => {
  const first = keys.find(({ alg }) => alg === 'ES256')
  const key = first && new Es256Key(first)
  const header = encoded({ alg: 'ES256', kid: first?.kid })
  const typed = encoded({ alg: 'ES256', typ: 'at+jwt', kid: first?.kid })
  return (claims, type) => {
    const content = `${type ? typed : header}.${encoded(claims)}`
    return key && `${content}.${key.sign(Buffer.from(content)).toString('base64url')}`
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const signingKey = (jwk: JWK) => (jwk.alg === 'ES256' ? new Es256Key(jwk) : { ...jwk })

// An authenticator in software, as a browser would show it: ES256, no attestation, its user always verified. The one of
// Chromium, which nobody here wrote, is in the journeys.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export type Creation = { rp: { id: string }; user: { id: string }; challenge: string }
export type Request = { rpId: string; challenge: string; allowCredentials?: readonly { id: string }[] }

type Key = { id: Buffer; rpId: string; userHandle: string; privateKey: KeyObject; uses: number }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** Present, verified, and what follows is a new key. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const authenticatorData = ({ rpId, uses }: Key, user: number, attested = Buffer.alloc(0)) => {
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(uses)
  const flag = flags.present | user | (attested.length > 0 ? flags.attested : 0)
  return Buffer.concat([sha256(rpId), Buffer.of(flag), counter, attested])
}

const coseKey = (publicKey: KeyObject) => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const [kty, alg, crv, atX, atY] = [1, 3, -1, -2, -3]
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [kty, 2],
      [alg, -7],
      [crv, 1],
      [atX, new Uint8Array(Buffer.from(x, 'base64url'))],
      [atY, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

/** `counts`: by how much its counter grows with each use; 0 is one that does not count. */
export const softAuthenticator = ({ counts = 1 } = {}) => {
  const keys: Key[] = []
  const shown = ({ id }: Key) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  })
  return {
    create: (origin: string, { rp, user, challenge }: Creation) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const key = { id: randomBytes(16), rpId: rp.id, userHandle: user.id, privateKey, uses: counts }
      keys.push(key)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(key.id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, key.id, coseKey(publicKey)])
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authenticatorData(key, flags.verified, attested))],
      ])
      return {
        ...shown(key),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** `user`: whether it asked for finger or PIN. */
    get: (
      origin: string,
      { rpId, challenge, allowCredentials = [] }: Request,
      user: 'verified' | 'only present' = 'verified',
    ) => {
      const asked = new Set(allowCredentials.map(({ id }) => id))
      const key = keys.find((one) => one.rpId === rpId && (asked.size === 0 || asked.has(one.id.toString('base64url'))))
      if (!key) throw new Error('this authenticator has no such key')
      key.uses += counts
      const data = authenticatorData(key, user === 'verified' ? flags.verified : 0)
      const client = clientData('webauthn.get', challenge, origin)
      return {
        ...shown(key),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey).toString('base64url'),
          userHandle: key.userHandle,
        },
      }
    },
  }
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>

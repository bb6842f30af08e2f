// The browser's own part of passkeys (Web Authentication), in the JSON that the server speaks.
export const canUsePasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** As the server made them. */
type Options = object

const jsonOf = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : undefined

/** Somebody who closes the browser's dialog, or has no passkey here, has said no; the rest is a failure. */
const unlessDeclined = async (asking: Promise<Credential | null>) => {
  try {
    return jsonOf(await asking)
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError', 'TimeoutError'].includes(error.name))
      return undefined
    throw error
  }
}

const publicKey = 'public-key' as const

export const createPasskey = async (options: Options) => {
  const asked = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  const made = await unlessDeclined(navigator.credentials.create({ publicKey: asked }))
  if (!made || !('attestationObject' in made.response)) return undefined
  const { clientDataJSON, attestationObject, transports } = made.response
  return {
    id: made.id,
    rawId: made.rawId,
    type: publicKey,
    response: { clientDataJSON, attestationObject, transports },
  }
}

export const getPasskey = async (
  options: Options,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
) => {
  const asked = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  const used = await unlessDeclined(navigator.credentials.get({ ...how, publicKey: asked }))
  if (!used || !('signature' in used.response)) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response
  return {
    id: used.id,
    rawId: used.rawId,
    type: publicKey,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  }
}

// The secrets of webhooks are stored encrypted, each bound to its webhook.
import type { ReadCtx, Services } from '#server/kernel/context.ts'

type Sealing = Pick<ReadCtx, 'services'>

const purposeOf = (id: string) => `webhook ${id}`

type Encrypting = { readonly services: { readonly seal: Pick<Services['seal'], 'encrypt'> } }

export const sealedSecret = ({ services }: Encrypting, { id, secret }: { id: string; secret: string }) =>
  services.seal.encrypt(purposeOf(id), secret)

export const openedSecret = ({ services }: Sealing, { id, sealed }: { id: string; sealed: string }) => {
  const secret = services.seal.decrypt(purposeOf(id), sealed)
  if (secret === undefined) throw new Error(`the secret of webhook ${id} cannot be read`)
  return secret
}

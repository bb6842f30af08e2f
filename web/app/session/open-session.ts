// The adapter that the installation chose, loaded alone.
import type { RuntimeConfig } from '#contract/runtime.ts'
import { Session } from '#web/lib/session/session.ts'

const adapterFor = async (config: RuntimeConfig) =>
  config.responseType === 'code'
    ? (await import('#web/lib/session/code-adapter.ts')).codeAdapter(config)
    : (await import('#web/lib/session/implicit-adapter.ts')).implicitAdapter(config)

export const openSession = async (config: RuntimeConfig, around: { logoutPage: string; onDenied: () => void }) =>
  new Session({ ...around, config, port: await adapterFor(config), leave: (address) => location.assign(address) })

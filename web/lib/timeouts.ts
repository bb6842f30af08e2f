// R7.1-02: how long a call may take.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'

const second = 1000

export const timeoutOf = ({ path }: Pick<AnyEndpoint, 'path'>) => {
  if (path === '/config') return 30 * second
  if (path.toLowerCase().endsWith('/userswithroles')) return 300 * second
  return 60 * second
}

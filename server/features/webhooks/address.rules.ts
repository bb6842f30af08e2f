// What can be judged of an address while it is typed; where its name leads is judged at each call.
import type { OutboundRules } from '#server/kernel/ports/outbound.ts'
import { invalid } from '#server/kernel/issue.ts'

export const refuseAddress = (address: string, { plainHttp }: Pick<OutboundRules, 'plainHttp'>) => {
  if (!plainHttp && !/^https:/i.test(address)) throw invalid({ field: 'url', code: 'https-missing' })
}

// Where an application may have people sent back to: https, or http on the own machine; the whole address, with nothing
// that stands for anything else in it.

const ownMachine = ['localhost', '127.0.0.1', '[::1]']

export const isRedirectAddress = (address: string) => {
  const url = URL.parse(address)
  if (!url || /[\s\\*#]/.test(address) || url.username || url.password) return false
  if (!/^https?:\/\//i.test(address)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && ownMachine.includes(url.hostname))
}

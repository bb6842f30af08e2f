// A page loaded out of sight; it comes back on /identity/silent, which tells its address (portal.tsx).

export const openHidden = (address: string, { patience = 10_000 } = {}) =>
  new Promise<string>((resolve, reject) => {
    const frame = document.createElement('iframe')
    const close = () => {
      clearTimeout(timer)
      removeEventListener('message', hear)
      frame.remove()
    }
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== location.origin || data?.source !== 'oidc-client') return
      close()
      resolve(String(data.url))
    }
    const timer = setTimeout(() => {
      close()
      reject(new Error('The silent sign-in took too long'))
    }, patience)
    addEventListener('message', hear)
    frame.hidden = true
    frame.src = address
    document.body.append(frame)
  })

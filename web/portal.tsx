// The portal's entry. The silent sign-in loads this document in a hidden frame, which only hands its address to
// the window around it: nothing else is loaded there.
import './ui/base.css'
import './ui/boot.css'

if (location.pathname === new URL('silent', document.baseURI).pathname)
  parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin)
else void import('./app/start.tsx').then(({ start }) => start())

// The portal's entry. The silent sign-in loads this document in a hidden frame, which only hands its address to
// the window around it: nothing else is loaded there.
import './ui/base.css'
import './ui/boot.css'

/**
 * The browser may keep a page as it was left, and show it to anyone who comes next: it is blank, and loaded anew (T84).
 */
const keepNothingForBack = () => {
  addEventListener('pagehide', () => document.documentElement.style.setProperty('visibility', 'hidden'))
  addEventListener('pageshow', (event) => event.persisted && location.reload())
}

if (location.pathname === new URL('silent', document.baseURI).pathname)
  parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin)
else {
  keepNothingForBack()
  void import('./app/start.tsx').then(({ start }) => start())
}

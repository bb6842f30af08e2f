// Asks every five seconds whether this application still knows the person: the provider may have said that the session is over.
const banner = document.querySelector('[data-signed-out]')
const session = new URL('session', location.href)

const look = async () => {
  const answer = await fetch(session, { cache: 'no-store' }).then(
    (response) => response.json(),
    () => undefined,
  )
  // No answer is no sign-out: the network may be away.
  if (!answer || answer.signedIn) return
  clearInterval(timer)
  banner.hidden = false
  document.body.classList.add('gone')
  document.title = `Signed out · ${document.title}`
  for (const part of document.querySelectorAll('main > :not(.banner), .hero')) part.inert = true
}

const timer = setInterval(look, 5000)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())

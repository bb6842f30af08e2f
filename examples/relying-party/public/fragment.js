// The implicit flow brings the tokens behind the `#`, where only the browser sees them: hand them to our server, which checks them.
const answer = location.hash.slice(1)
// Out of the address bar and the history at once.
history.replaceState(null, '', location.pathname)

const tell = (text) => {
  document.querySelector('[data-text]').textContent = text
  document.querySelector('a[hidden]').hidden = false
}

const response = await fetch(location.pathname, {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: answer,
}).catch(() => undefined)
if (response?.ok) location.replace('./')
else tell((await response?.json().catch(() => undefined))?.message ?? 'The sign-in could not be finished.')

// The session belongs to the browser, not to the tab: what one tab does to it, the others hear.

type TabListeners = { signedOut: () => void; renewed: () => void }

export const listenToOtherTabs = (storageKey: string, { signedOut, renewed }: TabListeners) => {
  const channel = new BroadcastChannel('portico.session')
  const stored = ({ key, newValue }: StorageEvent) => {
    if (key === null || (key === storageKey && newValue === null)) signedOut()
    else if (key === storageKey) renewed()
  }
  channel.addEventListener('message', signedOut)
  addEventListener('storage', stored)
  return {
    tellSignedOut: () => channel.postMessage('signed-out'),
    close: () => {
      channel.close()
      removeEventListener('storage', stored)
    },
  }
}

/** One tab at a time; browsers without locks take their chance. */
export const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? (navigator.locks.request('portico.session', work) as Promise<Result>) : work()

// A page that is gone to within the portal loads nothing that a screen reader would notice: its title is said. Of the
// first page the browser says it.
import { useEffect, useState } from 'react'

export const PageAnnouncer = () => {
  const [title, say] = useState('')
  useEffect(() => {
    const first = location.pathname
    let moved = false
    let last = document.title
    // The head also gets the style sheets of the next page, while the title is that of the one before.
    const observer = new MutationObserver(() => {
      moved ||= location.pathname !== first
      if (moved && document.title !== last) say(document.title)
      last = document.title
    })
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <p className="sr" aria-live="polite">
      {title}
    </p>
  )
}

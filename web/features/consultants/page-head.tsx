// The head of the pages of clients: the title, what is shown, and what is done with it as a whole.
import { type ReactNode, useEffect } from 'react'

export const PageHead = ({ title, toggle, actions }: { title: string; toggle?: ReactNode; actions?: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · Portico`
  }, [title])
  return (
    <header className="clients-head">
      <h1>{title}</h1>
      {toggle}
      <span className="sp" />
      {actions && <div className="clients-actions">{actions}</div>}
    </header>
  )
}

// The name of a view, in the page and in the browser's tab.
import { type ReactNode, useEffect } from 'react'

type Props = { id?: string; title: string; children?: ReactNode; focus?: (element: HTMLElement | null) => void }

export const ViewHeading = ({ id, title, children, focus }: Props) => {
  useEffect(() => {
    document.title = `${title} · Portico`
  }, [title])
  return (
    <>
      <h1 id={id} tabIndex={-1} ref={focus}>{title}</h1>
      {children && <p className="lead">{children}</p>}
    </>
  )
}

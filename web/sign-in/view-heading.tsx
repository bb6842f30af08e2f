// The name of a view, in the page and in the browser's tab.
import { type ReactNode, useEffect } from 'react'
import { ToContinue } from './to-continue.tsx'

type Props = {
  id?: string
  title: string
  application?: string | undefined
  children?: ReactNode
  focus?: (element: HTMLElement | null) => void
}

export const ViewHeading = ({ id, title, application, children, focus }: Props) => {
  useEffect(() => {
    document.title = `${title} · Portico`
  }, [title])
  return (
    <>
      <h1 id={id} tabIndex={-1} ref={focus}>
        {title}
      </h1>
      <ToContinue application={application} />
      {children && <p className="lead">{children}</p>}
    </>
  )
}

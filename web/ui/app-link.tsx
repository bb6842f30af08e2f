// R2.1-02: the one kind of link. A known application that is not the current one loads a whole page; an address of
// this application opens in place; everything else is a plain link.
import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { basePath } from '#web/lib/base.ts'
import { needsFullLoad } from '#web/lib/known-paths.ts'

const inside = (path: string) => path === basePath() || path.startsWith(`${basePath()}/`)

/** Where the router can go, or nothing for a full load. */
const inAppPath = (href: string) => {
  const target = new URL(href, document.baseURI)
  const account =
    target.pathname.startsWith(`${basePath()}/account/`) || target.pathname.startsWith(`${basePath()}/api/`)
  if (target.origin !== location.origin || !inside(target.pathname) || account) return undefined
  if (needsFullLoad({ target: target.pathname, current: location.pathname })) return undefined
  return target.pathname + target.search + target.hash
}

/** Goes where an AppLink would. */
export const useGo = () => {
  const { history } = useRouter()
  return (href: string) => {
    const path = inAppPath(href)
    if (path === undefined) location.assign(href)
    else history.push(path)
  }
}

const plainClick = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

export const AppLink = ({ href, onClick, ...rest }: Props) => {
  const { history } = useRouter()
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const path = inAppPath(href)
    if (event.defaultPrevented || rest.target || !plainClick(event) || path === undefined) return
    event.preventDefault()
    history.push(path)
  }
  return <a {...rest} href={href} onClick={open} />
}

/** To another site, in a new tab. */
export const ExternalLink = (props: Props) => <a {...props} target="_blank" rel="noreferrer" />

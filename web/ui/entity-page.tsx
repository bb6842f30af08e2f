// The page of one entity: its name in the browser's tab and in the breadcrumbs; why it could not be read instead of it,
// and its outline until it is there.
import { type ReactNode, useEffect } from 'react'
import { under } from '#web/lib/base.ts'
import { rememberRecent } from '#web/lib/recent.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useRememberedTitle } from './breadcrumbs.tsx'
import { ContentHeader } from './content-header.tsx'
import { FailureAlert } from './failure-alert.tsx'
import './entity-page.css'

type Props<Entity> = {
  read: { readonly isError: boolean; readonly error: unknown; refetch(): unknown }
  entity: Entity | undefined
  nameOf: (entity: Entity) => string
  /** Where it stands: `admin/groups`, and its id under it. */
  list: string
  id: string
  /** What stands for its name while there is none. */
  title: string
  loading: string
  /** Under the failure. */
  failed?: ReactNode
  children: (entity: Entity) => ReactNode
}

export const EntityPage = <Entity,>(props: Props<Entity>) => {
  const { read, entity, nameOf, list, id, title, children } = props
  const name = entity && nameOf(entity)
  useRememberedTitle(`/${list}/${id}`, name)
  const me = useIdentity()?.id
  useEffect(() => {
    if (me && name) rememberRecent(me, { path: `/${list}/${id}`, title: name })
  }, [me, name, list, id])
  useEffect(() => {
    document.title = `${name ?? title} · Portico`
  }, [name, title])
  if (entity) return children(entity)
  if (read.isError)
    return (
      <>
        <ContentHeader back={under(list)} title={title} />
        <FailureAlert error={read.error} onRetry={() => void read.refetch()} />
        {props.failed}
      </>
    )
  return (
    <div className="skeleton-page" role="status">
      <span className="sr">{props.loading}</span>
      <i />
      <i />
      <i />
    </div>
  )
}

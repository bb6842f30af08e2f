// R2.5-60: a home link, then the segments of the path. The titles of visited entities are remembered for 30 days.
import { ChevronRight, House } from 'lucide-react'
import { Fragment, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { clientCache } from '#web/lib/client-cache.ts'
import { AppLink } from './app-link.tsx'
import './content-header.css'

const keyOf = (path: string) => `title:${path}`

let told = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** An entity's screen says what its path is called; the crumbs over it hear of it. */
export const useRememberedTitle = (path: string, title: string | undefined) => {
  useEffect(() => {
    if (!title) return
    clientCache.set(keyOf(path), title, { expires: { unit: 'days', amount: 30 }, keep: true })
    told += 1
    for (const listener of listeners) listener()
  }, [path, title])
}

/** Nobody reads an id: until its title is known there is a gap. */
const plain = (segment: string) => (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(segment) ? '…' : decodeURIComponent(segment))

type Props = {
  /** Below the base: `/admin/users/7`. */
  path: string
  /** Home of an area, whose segments are not told again: on it, its title stands there. */
  root?: { path: string; title: string }
  /** The words for fixed segments. */
  labels: Readonly<Record<string, string>>
}

const crumbsOf = ({ path, labels, root }: Props) => {
  const segments = path.split('/').filter(Boolean)
  const all = segments.map((segment, index) => {
    const own = `/${segments.slice(0, index + 1).join('/')}`
    return { own, text: labels[segment] ?? clientCache.get<string>(keyOf(own)) ?? plain(segment) }
  })
  const below = root ? all.filter(({ own }) => own.startsWith(`${root.path}/`)) : all
  return root && below.length === 0 ? [{ own: root.path, text: root.title }] : below
}

export const Breadcrumbs = (given: Props) => {
  const { t } = useTranslation('shell')
  useSyncExternalStore(subscribe, () => told)
  const crumbs = crumbsOf(given)
  return (
    <nav className="crumb" aria-label={t('breadcrumbs')}>
      <AppLink href={under(given.root?.path ?? 'home?noredirect')} aria-label={t('home')} data-tip={t('home')}>
        <House size={15} />
      </AppLink>
      {crumbs.map(({ own, text }, index) => (
        <Fragment key={own}>
          <ChevronRight size={14} aria-hidden="true" />
          {index === crumbs.length - 1 ? (
            <b aria-current="page">{text}</b>
          ) : (
            <AppLink href={under(own)}>{text}</AppLink>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

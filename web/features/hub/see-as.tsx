// "See as": the applications of somebody else as their home page shows them, with their order and their favourites.
// Nothing can be opened from here, and nobody is impersonated (docs/ux.md, firsts, c).
import { useTranslation } from 'react-i18next'
import { effectiveAccess, type PermissionCheck } from '#contract/effective-access.ts'
import { hub, type HubItem } from '#contract/hub.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Columns, OtherApp, OwnApp } from './drawer-apps.tsx'
import { accessible, toAskFor } from './listing.ts'
import type { Seen } from './seen.ts'

/** What their roles in the portal let them see, too (R4.6-04). Who is not let in asks for nothing either. */
const homeOf = (items: readonly HubItem[], { applicationPermissions, user }: PermissionCheck) => {
  const ofPortal = applicationPermissions.find(({ applicationName }) => applicationName === 'identity.global')
  const viewer = { roles: ofPortal?.roles ?? [], prerelease: false }
  const shutOut = user.locked || user.draft
  return { shutOut, own: accessible(items, viewer), others: shutOut ? [] : toAskFor(items, viewer) }
}

const useHomeOf = ({ id }: Seen) => {
  const items = useRead(hub.info, { params: { identityId: id } })
  const access = useRead(effectiveAccess.permissions, { params: { x: id }, query: {} })
  return {
    error: items.error ?? access.error,
    again: () => void Promise.all([items.refetch(), access.refetch()]),
    home: items.data && access.data && homeOf(items.data.data.items, access.data),
  }
}

type Home = ReturnType<typeof homeOf>

type AppsProps = { apps: readonly HubItem[]; like: readonly HubItem[]; className?: string; Item: typeof OwnApp }

/** In as many columns as `like` has: the lower ones stand below the upper ones. */
const Apps = ({ apps, like, className = '', Item }: AppsProps) => (
  <Columns apps={like} className={className}>
    {apps.map((app) => (
      <li key={app.id}>
        <span className="da-item">
          <Item app={app} />
        </span>
      </li>
    ))}
  </Columns>
)

const Own = ({ home: { own, shutOut } }: { home: Home }) => {
  const { t } = useTranslation('hub-dialogs')
  const { t: ofHub } = useTranslation('hub')
  return (
    <section className="da-seen" aria-labelledby="seen-own">
      <h3 id="seen-own">
        {ofHub('yourApps')} <span className="mut num">{own.length}</span>
      </h3>
      {own.length === 0 && <p className="mut">{t(shutOut ? 'homeOfShutOut' : 'homeOfNothing')}</p>}
      {own.length > 0 && <Apps apps={own} like={own} Item={OwnApp} />}
    </section>
  )
}

const Others = ({ home: { own, others } }: { home: Home }) => {
  const { t } = useTranslation('hub')
  return (
    <section className="da-seen" aria-labelledby="seen-others">
      <h3 id="seen-others">{t('askHeading')}</h3>
      <Apps apps={others} like={own} className=" g" Item={OtherApp} />
    </section>
  )
}

export const SeeAs = ({ user, onClose }: { user: Seen; onClose: () => void }) => {
  const { t } = useTranslation('hub-dialogs')
  const { home, error, again } = useHomeOf(user)
  return (
    <Drawer
      side="right"
      width={650}
      title={t('homeOf', { name: user.displayName })}
      line={t('homeOfHint')}
      textOnly={!error}
      onClose={onClose}
    >
      {error && <FailureAlert error={error} onRetry={again} />}
      {!home && !error && <p role="status">{t('homeOfLoading')}</p>}
      {home && <Own home={home} />}
      {home && home.others.length > 0 && <Others home={home} />}
    </Drawer>
  )
}

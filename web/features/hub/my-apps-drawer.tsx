// R2.4-13…17: all applications at hand, on every page.
import { ArrowUpRight, Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { ofLanguage } from '#web/lib/of-language.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { AppLink, ExternalLink } from '#web/ui/app-link.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Columns, OtherApp, OwnApp } from './drawer-apps.tsx'
import { requestableInDrawer, inDrawer } from './listing.ts'
import { useAsk } from './use-ask.tsx'
import { type Ask, useDisclaimer } from './use-disclaimer.tsx'
import { useHomeInfo, useViewer } from './use-hub.ts'

const Own = ({ app, ask, onOpen }: { app: HubItem; ask: Ask; onOpen: () => void }) => (
  <li>
    {app.privateUrl ? (
      <AppLink
        href={app.privateUrl}
        onClick={(event) => ask(app, event) || onOpen()}
        onAuxClick={(event) => ask(app, event)}
      >
        <OwnApp app={app} />
      </AppLink>
    ) : (
      <span className="da-item">
        <OwnApp app={app} />
      </span>
    )}
  </li>
)

/** R2.4-16: to whoever gives access, where the installation says who that is. */
const NotYet = ({ app }: { app: HubItem }) => {
  const { i18n } = useTranslation('hub')
  const contact = ofLanguage(useConfig().contactUrl, i18n.language)
  const content = (
    <>
      <OtherApp app={app} />
      {contact && <ArrowUpRight size={16} aria-hidden="true" />}
    </>
  )
  return contact ? <ExternalLink href={contact}>{content}</ExternalLink> : <span className="da-item">{content}</span>
}

export const MyAppsDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('hub')
  const { viewer } = useViewer()
  const home = useHomeInfo()
  const { ask, dialog } = useDisclaimer()
  const items = home.data?.applications.items ?? []
  const [own, requestable] = [inDrawer(items, viewer), requestableInDrawer(items, viewer)]
  const { buttonOf, dialog: askDialog } = useAsk(requestable)
  const hint = (
    <>
      <Heart size={14} fill="var(--rose)" color="var(--rose)" aria-hidden="true" />
      {t('drawerHint')}
    </>
  )
  return (
    <Drawer side="right" width={650} title={t('myApps')} count={own.length} footer={hint} onClose={onClose}>
      {home.isError && <FailureAlert error={home.error} onRetry={() => void home.refetch()} />}
      {home.data && own.length === 0 && <p className="mut">{t('noApplication')}</p>}
      <Columns apps={own}>
        {own.map((app) => (
          <Own key={app.id} app={app} ask={ask} onOpen={onClose} />
        ))}
      </Columns>
      {requestable.length > 0 && (
        <section aria-labelledby="drawer-ask">
          <h3 id="drawer-ask">{t('askUs')}</h3>
          <p className="mut">{t('askHint')}</p>
          <Columns apps={own} className=" g">
            {requestable.map((app) => (
              <li key={app.id}>
                <NotYet app={app} />
                {buttonOf(app)}
              </li>
            ))}
          </Columns>
        </section>
      )}
      {dialog}
      {askDialog}
    </Drawer>
  )
}

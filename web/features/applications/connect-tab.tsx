// For anyone who writes the application: what it has to know of the portal, a snippet to begin with, and what roles
// mean.
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/applications.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { discoveryOf, likelyKind, snippetKinds, snippetOf, unfit } from './snippets.ts'
import './connect.css'

type Part = { application: Application; issuer: string }

const Card = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card ap-card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Values = ({ label, values }: { label: string; values: readonly string[] }) => {
  const { t } = useTranslation('applications')
  return (
    <div>
      <dt>{label}</dt>
      {values.map((value) => (
        <dd key={value} className="ap-copy">
          <code>{value}</code>
          <CopyButton value={value} label={t('copyAddress', { uri: value })} />
        </dd>
      ))}
      {values.length === 0 && <dd className="mut">{t('shell:notSet')}</dd>}
    </div>
  )
}

const Settings = ({ application, issuer }: Part) => {
  const { t } = useTranslation('applications')
  const { protocol } = application
  const code = protocol.responseTypes.some((type) => type.includes('code'))
  return (
    <Card title={t('connectTitle')}>
      <p className="mut">{t('connectText')}</p>
      <dl className="ap-pairs">
        <Values label={t('issuer')} values={[issuer]} />
        <Values label={t('discovery')} values={[discoveryOf(issuer)]} />
        <Values label={t('clientId')} values={[application.name]} />
        <Values label={t('redirectUris')} values={application.redirectUris} />
        <Values label={t('postLogoutUris')} values={application.postLogoutUris} />
        <Values
          label={t('backchannelLogoutUri')}
          values={application.backchannelLogoutUri ? [application.backchannelLogoutUri] : []}
        />
        <div>
          <dt>{t('responseTypes')}</dt>
          <dd>{protocol.responseTypes.join(', ')}</dd>
        </div>
        <div>
          <dt>{t('idTokenAlg')}</dt>
          <dd>{protocol.idTokenAlg}</dd>
        </div>
        <div>
          <dt>{t('authMethod')}</dt>
          <dd>{protocol.publicClient ? t('noSecret') : `${t(protocol.authMethod)} · ${t('eitherPlace')}`}</dd>
        </div>
        {code && (
          <div>
            <dt>{t('refresh')}</dt>
            <dd>{t('refreshText')}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

const Snippet = ({ application, issuer }: Part) => {
  const { t } = useTranslation('applications')
  const [kind, setKind] = useState(() => likelyKind(application))
  const code = snippetOf(kind, { application, issuer })
  const hindrance = unfit(kind, application)
  const choose = (text: string) => setKind(snippetKinds.find((one) => one === text) ?? 'server')
  return (
    <Card title={t('snippet')}>
      <Field label={t('snippetKind')}>
        <Choice value={kind} onChange={({ target }) => choose(target.value)}>
          {snippetKinds.map((one) => (
            <option key={one} value={one}>
              {t(`snippet_${one}`)}
            </option>
          ))}
        </Choice>
      </Field>
      {hindrance && (
        <p className="ap-note" role="status">
          {t(hindrance)}
        </p>
      )}
      <div className="ap-code">
        {/* What scrolls is reached by keyboard. */}
        <pre tabIndex={0} role="region" aria-label={t('snippetFor', { kind: t(`snippet_${kind}`) })}>
          <code>{code}</code>
        </pre>
        <CopyButton value={code} label={t('copySnippet')} worded="small" />
      </div>
    </Card>
  )
}

const Roles = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  return (
    <>
      <Card title={t('rolesClaim')}>
        <p className="ap-said">{t('rolesClaimText')}</p>
      </Card>
      <Card title={t('whoGetsIn')}>
        <p className="ap-said">{t(application.requiresRole ? 'roleHoldersIn' : 'everybodyIn')}</p>
      </Card>
    </>
  )
}

export const ConnectTab = ({ application }: { application: Application }) => {
  const issuer = useConfig().identityServerUrl
  return (
    <div className="ap-connect">
      <Settings application={application} issuer={issuer} />
      <Snippet application={application} issuer={issuer} />
      <Roles application={application} />
    </div>
  )
}

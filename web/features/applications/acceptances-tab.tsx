// Who accepted which text of an application's disclaimer, and the texts that were in force.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/applications.ts'
import { type Acceptance, type DisclaimerRevision, disclaimers } from '#contract/disclaimers.ts'
import { type Language, languageOf } from '#contract/kernel/language.ts'
import { formatMoment } from '#web/lib/format.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { EntityTable } from '#web/ui/entity-table/entity-table.tsx'
import type { ListDef } from '#web/ui/entity-table/types.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { under } from '#web/lib/base.ts'

const Text = ({ revision, onClose }: { revision: DisclaimerRevision; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const languages = Object.keys(revision.texts) as Language[]
  return (
    <Drawer
      title={t('textNumber', { number: revision.revision })}
      line={t('textSince', { date: formatMoment(revision.since) })}
      side="right"
      width={640}
      onClose={onClose}
    >
      {languages.map((language) => (
        <section key={language} lang={language}>
          <h3>{languageNames[languageOf(language)]}</h3>
          <p className="ap-text">{revision.texts[language]}</p>
        </section>
      ))}
    </Drawer>
  )
}

const Person = ({ person: { userId, displayName, userName } }: { person: Acceptance }) => (
  <span className="cell-two">
    <span>
      <AppLink href={under(`admin/users/${userId}`)}>{displayName}</AppLink>
      <small>{userName}</small>
    </span>
  </span>
)

export const AcceptancesTab = ({ application: { id } }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const [shown, show] = useState<number>()
  const revisions = useRead(disclaimers.revisions, { params: { id } })
  const revision = revisions.data?.items.find((one) => one.revision === shown)
  const list: ListDef<Acceptance> = {
    id: 'disclaimer-acceptances',
    title: t('acceptances'),
    description: t('acceptancesText'),
    embedded: true,
    list: disclaimers.acceptances,
    params: { id },
    rowKey: ({ userId, revision: of, acceptedOn }) => `${userId} ${of} ${acceptedOn}`,
    rowLabel: ({ userName }) => userName,
    defaultSort: 'acceptedOn desc',
    export: disclaimers.exportAcceptances,
    columns: [
      { key: 'displayName', title: t('user'), cell: (person) => <Person person={person} /> },
      { key: 'email', title: t('email'), hideBelow: 1280 },
      {
        key: 'acceptedOn',
        title: t('acceptedOn'),
        width: 180,
        cell: ({ acceptedOn }) => <span className="num">{formatMoment(acceptedOn)}</span>,
      },
      {
        key: 'revision',
        title: t('acceptedText'),
        width: 220,
        cell: ({ revision: of, current }) => (
          <span className="ap-tags">
            <button type="button" className="b tx sm" onClick={() => show(of)}>
              {t('textNumber', { number: of })}
            </button>
            {!current && <span className="tag">{t('acceptedEarlier')}</span>}
          </span>
        ),
      },
    ],
    empty: { title: t('noAcceptances') },
  }
  return (
    <>
      <EntityTable list={list} />
      {revision && <Text revision={revision} onClose={() => show(undefined)} />}
    </>
  )
}

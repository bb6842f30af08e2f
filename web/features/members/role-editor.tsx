// The roles of one user or group at one tenant, application by application (R4.8, R9-09, R9-12). Every change is saved
// at once.
import { BadgeCheck, CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParts } from '#web/lib/parts.tsx'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { TypeWord } from './chips.tsx'
import { EditorCards } from './editor-cards.tsx'
import { type Identity, type Tenant, type Visibility } from './rules.ts'
import { type Editing, useEditing } from './use-editing.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'
import { Portrait } from './who.tsx'
import './members.css'
import { mostApplications, Applications, Loading } from './application-list.tsx'

/** What was done to this row lately, with the way back. */
const Changes = ({ editing: { identity, tenant } }: { editing: Editing }) => {
  const { LastChanges } = useParts()
  return LastChanges ? <LastChanges identityId={identity.id} tenantId={tenant.id} /> : null
}

const Body = ({
  editing,
  visibility,
  onExplain,
}: {
  editing: Editing
  visibility: Visibility | undefined
  onExplain: (() => void) | undefined
}) => {
  const { identity, tenant, base, roles } = editing
  const applications = useRead(
    endpointsOf(base).roles,
    {
      query: {
        take: mostApplications,
        orderBy: 'displayName',
        identityId: identity.id,
        tenantId: tenant.id,
        ...(visibility && { visibility }),
      },
    },
    { previous: true },
  )
  const { read } = roles
  const failed = [applications, read].find((one) => one.isError && !one.data)
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />
  if (!applications.data || !read.data) return <Loading />
  return (
    <>
      <Applications
        editing={editing}
        applications={applications.data.items}
        identity={read.data}
        visibility={visibility}
      />
      <EditorCards editing={editing} onExplain={onExplain} />
      <Changes editing={editing} />
    </>
  )
}

/** What has just been done, with the way back; else what holds for all of it. */
const Foot = ({ editing: { said, say }, onClose }: { editing: Editing; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { undo } = said ?? {}
  return (
    <>
      {said?.kind === 'failed' ? (
        <CircleAlert size={16} className="ed-failed" aria-hidden="true" />
      ) : (
        <BadgeCheck size={16} className="ed-saved" aria-hidden="true" />
      )}
      <span role="status">{said?.text ?? t('savedAtOnce')}</span>
      {undo && (
        <button
          type="button"
          className="b sm"
          onClick={() => {
            say(undefined)
            undo()
          }}
        >
          {t('undo')}
        </button>
      )}
      <span className="sp" />
      <button type="button" className="b" onClick={onClose}>
        {t('close')}
      </button>
    </>
  )
}

/** How the identity stands here as a whole. */
const Standing = ({
  editing: {
    roles: { read },
  },
}: {
  editing: Editing
}) => {
  const { t } = useTranslation('members')
  if (!read.data) return null
  return read.data.id === null ? (
    <span className="tag">{t('noRolesYet')}</span>
  ) : (
    <span className="tag ed-type">
      <TypeWord type={read.data.hierarchyType} />
    </span>
  )
}

export type RoleEditorProps = {
  base: Base
  identity: Identity
  tenant: Tenant
  visibility?: Visibility
  onExplain?: () => void
  onClose: () => void
}

export const RoleEditor = ({ base, identity, tenant, visibility, onExplain, onClose }: RoleEditorProps) => {
  const { t } = useTranslation('members')
  const editing = useEditing({ base, identity, tenant })
  const { explain } = useParts()
  const onWhy = onExplain ?? (explain && base === 'admin' ? () => explain({ user: identity, tenant }) : undefined)
  return (
    <Drawer
      side="right"
      inset
      width={760}
      title={identity.displayName}
      onClose={onClose}
      picture={<Portrait who={{ ...identity, identityType: identity.type }} size={42} />}
      line={
        <>
          {t('rolesAt')} <b>{tenant.title}</b>
          {identity.email && <> · {identity.email}</>}
        </>
      }
      mark={<Standing editing={editing} />}
      footer={<Foot editing={editing} onClose={onClose} />}
    >
      <Body editing={editing} visibility={visibility} onExplain={onWhy} />
    </Drawer>
  )
}

// An application's switch goes off (R4.8-02 … R4.8-04): all own access here; what comes from above only for an
// Administrator, who says how far; anybody else is told whom to ask.
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Access, passedDown, sourcesOf } from './rules.ts'
import { PreviewFirst } from './preview-first.tsx'
import type { Editing } from './use-editing.ts'

type Props = { access: Access; editing: Editing; onClose: () => void }

const useRevoke = ({ access: { application }, editing: { identity, roles, say } }: Props) => {
  const { t } = useTranslation('members')
  return async (includeParent: boolean, seen: string | undefined) => {
    const { roles: left } = await roles.revoke(application.id, includeParent, seen)
    const groups = [
      ...new Set(
        left.flatMap(({ applicationId, viaGroup }) =>
          applicationId === application.id && viaGroup ? viaGroup.name : [],
        ),
      ),
    ]
    const still = groups.length > 0 ? t('stillThrough', { name: identity.displayName, groups: groups.join(', ') }) : ''
    say({
      kind: 'done',
      text: [`${t('revoked', { application: application.displayName })}.`, still].filter(Boolean).join(' '),
    })
  }
}

/** The same, tried. */
const changeOf = (
  { access: { application }, editing: { identity, tenant } }: Props,
  includeParent: boolean,
): PreviewedChange => ({
  kind: 'revoke',
  tenantId: tenant.id,
  revocation: { applicationIds: [application.id], userId: identity.id, includeParent },
})

/** Who may not: no question, an answer. */
const Refused = ({ access, onClose }: Props) => {
  const { t } = useTranslation('members')
  return (
    <Dialog
      kind="alertdialog"
      title={t('onlyAdmin')}
      icon={<ShieldAlert size={22} aria-hidden="true" />}
      onClose={onClose}
      actions={
        <button type="button" className="b pri" autoFocus onClick={onClose}>
          {t('close')}
        </button>
      }
    >
      <p>
        {t('onlyAdminBody', {
          application: access.application.displayName,
          sources: sourcesOf(passedDown(access)).join(', '),
        })}
      </p>
    </Dialog>
  )
}

type Reach = 'here' | 'everywhere'

const Choice = ({
  reach,
  chosen,
  disabled = false,
  title,
  body,
  onChoose,
}: {
  reach: Reach
  chosen: Reach
  disabled?: boolean
  title: string
  body: string
  onChoose: (reach: Reach) => void
}) => (
  <label className={`reach${disabled ? ' dis' : ''}`}>
    <input type="radio" name="reach" checked={chosen === reach} disabled={disabled} onChange={() => onChoose(reach)} />
    <span>
      <b>{title}</b>
      <small>{body}</small>
    </span>
  </label>
)

const HowFar = ({
  props: { access, editing },
  reach,
  onChoose,
}: {
  props: Props
  reach: Reach
  onChoose: (reach: Reach) => void
}) => {
  const { t } = useTranslation('members')
  const own = access.own.map(({ roleName }) => roleName).join(', ')
  const inherited = passedDown(access)
  const about = {
    name: editing.identity.displayName,
    tenant: editing.tenant.title,
    sources: sourcesOf(inherited).join(', '),
  }
  return (
    <fieldset className="reaches">
      <legend className="sr">{t('howFar')}</legend>
      <Choice
        reach="here"
        chosen={reach}
        disabled={access.own.length === 0}
        title={t('thisElementOnly')}
        body={access.own.length === 0 ? t('nothingOwn', about) : t('hereBody', { ...about, roles: own })}
        onChoose={onChoose}
      />
      <Choice
        reach="everywhere"
        chosen={reach}
        title={t('revokeAll')}
        body={t('everywhereBody', about)}
        onChoose={onChoose}
      />
    </fieldset>
  )
}

const OfAdministrator = (props: Props) => {
  const { t } = useTranslation('members')
  const { access, onClose } = props
  const [reach, choose] = useState<Reach>(access.own.length > 0 ? 'here' : 'everywhere')
  const revoke = useRevoke(props)
  return (
    <PreviewFirst
      change={changeOf(props, reach === 'everywhere')}
      title={t('revokeQuestion')}
      body={<HowFar props={props} reach={reach} onChoose={choose} />}
      ok={t(reach === 'here' ? 'revokeHere' : 'revokeAll')}
      keep={t('keepAccess')}
      run={(seen) => revoke(reach === 'everywhere', seen)}
      onClose={onClose}
    />
  )
}

export const RevokeDialog = (props: Props) => {
  const { t } = useTranslation('members')
  const { access, editing, onClose } = props
  const revoke = useRevoke(props)
  if (passedDown(access).length > 0)
    return editing.revokesInherited ? <OfAdministrator {...props} /> : <Refused {...props} />
  const about = {
    name: editing.identity.displayName,
    application: access.application.displayName,
    tenant: editing.tenant.title,
    roles: access.own.map(({ roleName }) => roleName).join(', '),
  }
  return (
    <PreviewFirst
      change={changeOf(props, false)}
      title={t('revokeQuestion')}
      body={t(editing.roles.passesDown ? 'revokeBodyBelow' : 'revokeBody', about)}
      ok={t('revokeAccess')}
      keep={t('keepAccess')}
      run={(seen) => revoke(false, seen)}
      onClose={onClose}
    />
  )
}

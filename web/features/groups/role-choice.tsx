// Roles of any application, one application at a time; what is chosen of the others stays and is shown.
import { X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationAccess } from '#contract/application-access.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { type Application, applications } from '#contract/applications.ts'
import { useMay } from '#web/lib/use-access.ts'
import { everyChoice } from '#web/lib/use-choices.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Choice, Field } from '#web/ui/field.tsx'
import { type TenantChoice, type ChosenRole, whyNot } from './role-rules.ts'

type Choosing = {
  place: TenantChoice
  chosen: readonly ChosenRole[]
  onChoose: (wishes: readonly ChosenRole[]) => void
}

const RoleBox = ({ wish, place, chosen, onChoose }: Choosing & { wish: ChosenRole }) => {
  const { t } = useTranslation('groups')
  const id = useId()
  const reason = whyNot(wish, place)
  const others = chosen.filter(({ role }) => role.id !== wish.role.id)
  const checked = reason === 'heldHere' || (!reason && others.length < chosen.length)
  return (
    <li>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={reason !== undefined}
        aria-describedby={reason && `${id}-why`}
        onChange={({ target }) => onChoose(target.checked ? [...others, wish] : others)}
      />
      <label htmlFor={id}>{wish.role.name}</label>
      {reason && <small id={`${id}-why`}>{t(reason)}</small>}
    </li>
  )
}

/** Anyone who does not administer applications is told which roles may be given together with them. */
const useOffered = () => {
  const lists = useMay(applications.list)
  const query = { ...everyChoice, orderBy: 'displayName' }
  const listed = useRead(applications.list, { query }, { when: lists })
  const assignable = useRead(applicationAccess.approles, { query }, { when: !lists })
  return lists ? listed : assignable
}

type OfferedApplication = Pick<Application, 'id' | 'name' | 'displayName'> & { roles?: readonly ChosenRole['role'][] }

const useRolesOf = ({ id, roles }: OfferedApplication) => {
  const read = useRead(
    applicationRoles.list,
    { params: { appId: id }, query: { ...everyChoice, orderBy: 'name' } },
    { when: !roles },
  )
  const items: readonly ChosenRole['role'][] = roles ?? read.data?.items ?? []
  return { ...read, items }
}

const RolesOf = ({
  application,
  error,
  ...choosing
}: Choosing & { application: OfferedApplication; error: string | undefined }) => {
  const { t } = useTranslation('groups')
  const id = useId()
  const { items, ...roles } = useRolesOf(application)
  if (roles.isError) return <FailureAlert error={roles.error} onRetry={() => void roles.refetch()} />
  return (
    <fieldset className={`role-boxes${error ? ' wrong' : ''}`} aria-describedby={error && id}>
      <legend>
        {t('roles')}
        <span aria-hidden="true"> *</span>
      </legend>
      {items.length > 0 && (
        <ul>
          {items.map((role) => (
            <RoleBox key={role.id} wish={{ role, application }} {...choosing} />
          ))}
        </ul>
      )}
      {items.length === 0 && (
        <p className="mut" role="status">
          {t(roles.isLoading ? 'searching' : 'noRolesInApplication')}
        </p>
      )}
      {error && (
        <small id={id} className="said">
          {error}
        </small>
      )}
    </fieldset>
  )
}

/** Of other applications than the one that is shown. */
const AlsoChosen = ({ shown, chosen, onChoose }: Omit<Choosing, 'place'> & { shown: string | undefined }) => {
  const { t } = useTranslation('groups')
  const others = chosen.filter(({ application }) => application.name !== shown)
  if (others.length === 0) return null
  return (
    <div className="also-chosen">
      <span className="mut">{t('alsoChosen')}</span>
      {others.map((wish) => {
        const name = `${wish.application.displayName}: ${wish.role.name}`
        return (
          <span key={wish.role.id} className="tag c">
            {name}
            <button
              type="button"
              aria-label={t('dropRole', { name })}
              onClick={() => onChoose(chosen.filter((one) => one !== wish))}
            >
              <X size={13} />
            </button>
          </span>
        )
      })}
    </div>
  )
}

type Props = Choosing & {
  applicationId: string
  onApplication: (id: string) => void
  errorOf: (name: 'applicationId' | 'roles') => string | undefined
}

export const RoleChoice = ({ applicationId, onApplication, errorOf, place, chosen, onChoose }: Props) => {
  const { t } = useTranslation('groups')
  const all = useOffered()
  const items: readonly OfferedApplication[] = all.data?.items ?? []
  const shown = items.find(({ id }) => String(id) === applicationId)
  if (all.isError) return <FailureAlert error={all.error} onRetry={() => void all.refetch()} />
  return (
    <>
      <Field
        label={t('application')}
        required
        error={errorOf('applicationId')}
        {...(!shown && { hint: t('applicationHint') })}
      >
        <Choice value={applicationId} onChange={({ target }) => onApplication(target.value)}>
          <option value="">{t('chooseApplication')}</option>
          {items.map(({ id, displayName }) => (
            <option key={id} value={String(id)}>
              {displayName}
            </option>
          ))}
        </Choice>
      </Field>
      {shown && (
        <RolesOf
          key={shown.id}
          application={shown}
          error={errorOf('roles')}
          place={place}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
      <AlsoChosen shown={shown?.name} chosen={chosen.filter((wish) => !whyNot(wish, place))} onChoose={onChoose} />
    </>
  )
}

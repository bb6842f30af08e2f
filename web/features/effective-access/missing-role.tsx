// The other question: why somebody does not have a role here. Of all that are given at tenants, those that are missing.
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationAccess } from '#contract/application-access.ts'
import { Button } from '#web/ui/button.tsx'
import type { WhyTarget } from './explained.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

type Role = NonNullable<WhyTarget['role']>
type Props = {
  user: WhyTarget['user']
  tenant: NonNullable<WhyTarget['tenant']>
  held: ReadonlySet<string>
  /** Said where no role is missing. */
  nothing?: string
  onChoose: (role: Role) => void
}

/** R9-12: all applications at once. */
const all = '1000000'

const useMissing = ({ user, tenant, held }: Props) => {
  const mayAsk = useMay(applicationAccess.approles)
  const { data, isLoading } = useRead(
    applicationAccess.approles,
    { query: { take: all, orderBy: 'displayName', identityId: user.id, tenantId: tenant.id } },
    { when: mayAsk },
  )
  const applications = (data?.items ?? []).flatMap(({ name, displayName, roles }) => {
    const missing = roles
      .filter(({ id }) => !held.has(id))
      .map((role): Role => ({ id: role.id, name: role.name, applicationName: name }))
    return missing.length > 0 ? [{ title: displayName, missing }] : []
  })
  return { applications, isLoading }
}

export const MissingRole = (props: Props) => {
  const { t } = useTranslation('effective-access')
  const id = useId()
  const { applications, isLoading } = useMissing(props)
  const [chosen, choose] = useState('')
  const role = applications.flatMap(({ missing }) => missing).find((one) => one.id === chosen)
  if (applications.length === 0)
    return props.nothing && !isLoading ? (
      <p className="choose-hint" role="status">
        {props.nothing}
      </p>
    ) : null
  return (
    <div className="missing">
      <label htmlFor={id}>{t('missingRole')}</label>
      <select id={id} className="inp" value={role?.id ?? ''} onChange={({ target }) => choose(target.value)}>
        <option value="">{t('chooseMissing')}</option>
        {applications.map(({ title, missing }) => (
          <optgroup key={title} label={title}>
            {missing.map(({ id: roleId, name }) => (
              <option key={roleId} value={roleId}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Button className="b" off={!role} onClick={() => role && props.onChoose(role)}>
        {t('whyNot')}
      </Button>
    </div>
  )
}

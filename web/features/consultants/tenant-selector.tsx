// Chooses one of the tenants on which the reader acts: 25 by title, searched on the server 800 ms after the last letter
// (R9-10, R9-11).
import { Building2, ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccessibleTenant, consultants } from '#contract/consultants.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import { useTenantPickerTexts } from '#web/ui/tenant-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import type { Mode } from './parts.ts'

/** So many of those above are named; the rest is in the title. */
const nearest = 2

/** Namesakes are told apart by what is above them. */
const TenantName = ({ tenant: { title, path } }: { tenant: AccessibleTenant }) => (
  <>
    <Building2 size={17} aria-hidden="true" />
    <span className="tenant-name">
      <b>{title}</b>
      {path.length > 0 && (
        <small data-tip={path.join(' › ')}>
          {[...(path.length > nearest ? ['…'] : []), ...path.slice(-nearest)].join(' › ')}
        </small>
      )}
    </span>
  </>
)

const usePicker = (mode: Mode): PickerDef<AccessibleTenant> => {
  const { t } = useTranslation('consultants')
  return {
    list: consultants.tenants,
    orderBy: 'title',
    query: { as: mode },
    pause: 800,
    opened: true,
    itemKey: ({ id }) => id,
    show: (tenant) => <TenantName tenant={tenant} />,
    texts: { ...useTenantPickerTexts(), label: t('tenant'), placeholder: t('selectTenant') },
  }
}

type Props = {
  mode: Mode
  tenant: AccessibleTenant | undefined
  error?: string | undefined
  /** It stays as it is. */
  fixed?: boolean
  onChoose: (tenant: AccessibleTenant) => void
  /** In a form: until another is chosen there is none. */
  onClear?: () => void
}

export const TenantSelector = ({ mode, tenant, error, fixed = false, onChoose, onClear }: Props) => {
  const { t } = useTranslation('consultants')
  const [state, setState] = useState<'shown' | 'searching' | 'chosen'>('shown')
  const picker = usePicker(mode)
  const label = useId()
  const button = useRef<HTMLButtonElement>(null)
  // What was searched with is gone with its focus.
  useEffect(() => {
    if (state === 'chosen') button.current?.focus()
  }, [state, tenant?.id])
  if (!tenant || state === 'searching')
    return (
      <div className="tenant-search">
        <SearchPicker
          picker={picker}
          chosen={undefined}
          error={error}
          onChoose={(found) => {
            if (!found) return
            onChoose(found)
            setState('chosen')
          }}
        />
        {tenant && (
          <button type="button" className="b tx sm" onClick={() => setState('chosen')}>
            {t('keepTenant', { tenant: tenant.title })}
          </button>
        )}
      </div>
    )
  return (
    <div className="field">
      <span className="field-label" id={label}>
        {t('tenant')}
      </span>
      {fixed ? (
        <div className="tenant-button fixed">
          <TenantName tenant={tenant} />
        </div>
      ) : (
        <button
          ref={button}
          type="button"
          className="tenant-button"
          aria-describedby={label}
          data-tip={picker.texts.another}
          onClick={onClear ?? (() => setState('searching'))}
        >
          <TenantName tenant={tenant} />
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

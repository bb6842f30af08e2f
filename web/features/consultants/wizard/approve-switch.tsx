// R2.6-27, A-131: for those whose requests take effect when they say so.
import { ShieldAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import './approve-switch.css'

type Props = { on: boolean; external: boolean; name: string; onChange: (on: boolean) => void }

export const ApproveSwitch = ({ on, external, name, onChange }: Props) => {
  const { t } = useTranslation('consultants')
  const id = useId()
  return (
    <div className="approve-now">
      <ShieldAlert size={20} aria-hidden="true" />
      <div>
        <b id={id}>{t('approveNow')}</b>
        <p id={`${id}-why`}>{t(external ? 'approveExternal' : 'approveInternal', { name })}</p>
      </div>
      <label className="approve-switch">
        <span className={on ? '' : 'on'} aria-hidden="true">
          {t('notApprove')}
        </span>
        <input
          type="checkbox"
          role="switch"
          className="sw"
          aria-label={t('approve')}
          aria-describedby={`${id} ${id}-why`}
          checked={on}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={on ? 'on' : ''} aria-hidden="true">
          {t('approve')}
        </span>
      </label>
    </div>
  )
}

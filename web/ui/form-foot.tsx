// Under a form on a page: what is not saved, and the two ways to go on.
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import './form-card.css'

type Props = {
  /** Something was typed. */
  dirty: boolean
  /** What that is, in words. */
  unsaved?: string
  busy: boolean
  verb: string
  /** It stays in view while something is not saved; otherwise it would lie over fields for nothing. */
  sticky?: boolean
  onReset: () => void
}

export const FormFoot = ({ dirty, unsaved, busy, verb, sticky, onReset }: Props) => {
  const { t } = useTranslation('shell')
  const idle = !dirty || busy
  return (
    <footer className={sticky && dirty ? 'form-foot sticky' : 'form-foot'}>
      {dirty && unsaved && (
        <p role="status">
          <CircleAlert size={16} aria-hidden="true" />
          {unsaved}
        </p>
      )}
      <span className="sp" />
      <Button className="b" off={idle} onClick={onReset}>
        {t('cancel')}
      </Button>
      <Button type="submit" className="b pri" off={idle} aria-busy={busy}>
        {verb}
      </Button>
    </footer>
  )
}

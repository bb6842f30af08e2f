// The head of the pages of clients: the title, what is shown, and what is done with it as a whole.
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

export const PageHead = ({ toggle, actions }: { toggle?: ReactNode; actions?: ReactNode }) => {
  const { t } = useTranslation('consultants')
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  return (
    <header className="clients-head">
      <h1>{t('title')}</h1>
      {toggle}
      <span className="sp" />
      {actions && <div className="clients-actions">{actions}</div>}
    </header>
  )
}

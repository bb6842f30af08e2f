// R2.5-61: the head of a page, and the title of its tab: an arrow back, the title with its tags, a line under it, and
// the page's actions.
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from './app-link.tsx'
import './content-header.css'

type Props = { title: ReactNode; subtitle?: ReactNode; tags?: readonly string[]; back?: string; actions?: ReactNode }

export const ContentHeader = ({ title, subtitle, tags = [], back, actions }: Props) => {
  const { t } = useTranslation('shell')
  useEffect(() => {
    if (typeof title === 'string') document.title = `${title} · Portico`
  }, [title])
  return (
    <div className="h1r">
      {back && (
        <AppLink className="ic" href={back} aria-label={t('back')} data-tip={t('back')}>
          <ArrowLeft size={19} />
        </AppLink>
      )}
      <div>
        <div className="h1-line">
          <h1>{title}</h1>
          {tags.map((tag) => (
            <span key={tag} className="tag c">
              {tag}
            </span>
          ))}
        </div>
        {subtitle && <p>{subtitle}</p>}
      </div>
      <span className="sp" />
      {actions}
    </div>
  )
}

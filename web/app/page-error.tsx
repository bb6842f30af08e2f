// What stands in place of a page that could not be shown. Most often a part of it lies in a file that is gone: the tab
// was left open over a release.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { isGone } from '#web/ui/part-error.tsx'
import { written } from './auth-error-page.tsx'
import './page-error.css'

const key = 'portico.reloaded'

/** Once by itself where the way to a page failed: nothing was typed there. Inside a page somebody may want to know. */
const useReload = (error: unknown) => {
  const router = useRouter()
  const [gone] = useState(() => {
    const onTheWay = isGone(error) && router.state.matches.some((match) => match.error === error)
    return onTheWay && sessionStorage.getItem(key) !== error.message ? error.message : undefined
  })
  useEffect(() => {
    if (!gone) return
    sessionStorage.setItem(key, gone)
    location.reload()
  }, [gone])
  return gone !== undefined
}

const Updated = () => {
  const { t } = useTranslation('page-error')
  return (
    <div className="page-error">
      <div role="alert">
        <h1>{t('updated')}</h1>
        <p>{t('updatedHint')}</p>
      </div>
      <button type="button" className="b pri" onClick={() => location.reload()}>
        <RotateCw size={16} aria-hidden="true" />
        {t('reload')}
      </button>
    </div>
  )
}

export const PageError = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation('page-error')
  const router = useRouter()
  const reloading = useReload(error)
  if (reloading) return null
  if (isGone(error)) return <Updated />
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="page-error">
      <div role="alert">
        <h1>{t('errors:failedLoad')}</h1>
        <p>{t('hint')}</p>
      </div>
      <pre>{written(error)}</pre>
      <div className="page-error-actions">
        <button type="button" className="b pri" onClick={again}>
          <RotateCw size={16} aria-hidden="true" />
          {t('errors:tryAgain')}
        </button>
        <a className="b" href={under('home')}>
          {t('shell:goToMyApps')}
        </a>
      </div>
    </div>
  )
}

// Until what a page is about is there: its outline, or what went wrong.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

type ReadState = { isError: boolean; error: unknown; refetch: () => Promise<unknown> }

export const Loading = ({ reads }: { reads: readonly ReadState[] }) => {
  const { t } = useTranslation('applications')
  const failed = reads.find(({ isError }) => isError)
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <div className="ap-skeleton" role="status">
      <span className="sr">{t('loading')}</span>
      <i />
      <i />
      <i />
    </div>
  )
}

export const useDocumentTitle = (title: string) => {
  useEffect(() => {
    document.title = `${title} · Portico`
  }, [title])
}

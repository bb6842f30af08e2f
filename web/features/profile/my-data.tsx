// Everything that is held on oneself, as an Excel file (R2.6-07).
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { useMyData } from './use-my-data.ts'

export const MyData = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation('profile')
  const { busy, ask } = useMyData()
  return (
    <section className="card my-data" aria-labelledby="my-data">
      <h2 id="my-data">{t('yourData')}</h2>
      <p>{t('yourDataText')}</p>
      <Button className="b" off={readOnly || busy} aria-busy={busy} onClick={() => void ask()}>
        {busy ? <i className="spin small" aria-hidden="true" /> : <Download size={16} aria-hidden="true" />}
        {t('myData')}
      </Button>
      <p role="status" className="mut">
        {busy && t('preparing')}
      </p>
    </section>
  )
}

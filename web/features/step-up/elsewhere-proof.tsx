// For whoever has no password here: a new sign-in, which leads back to this page.
import { useTranslation } from 'react-i18next'
import { signIn } from '#contract/sign-in.ts'
import { sourceOf } from '#web/lib/client.ts'
import { CloseButton } from '#web/ui/guarded-modal.tsx'

export const ElsewhereProof = () => {
  const { t } = useTranslation('step-up')
  const resume = location.pathname + location.search
  return (
    <div className="step-up">
      <p className="mut">{t('elsewhere')}</p>
      <div className="dlg-actions">
        <CloseButton>{t('shell:cancel')}</CloseButton>
        <a className="b pri" href={sourceOf(signIn.externalLogin, { query: { provider: 'Microsoft', resume } })}>
          {t('signInAgain')}
        </a>
      </div>
    </div>
  )
}

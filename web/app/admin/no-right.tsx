// The third of the empty texts (docs/ux.md, rule 16): no right to see this, and whom to ask.
import { useEffect } from 'react'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { under } from '#web/lib/base.ts'
import { AppLink } from '#web/ui/app-link.tsx'

export const NoRight = ({ roles }: { roles: readonly RoleName[] }) => {
  const { t, i18n } = useTranslation('admin')
  const needed = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(roles)
  const title = t('noRight')
  useEffect(() => {
    document.title = `${title} · Portico`
  }, [title])
  return (
    <section className="card ad-none">
      <LockKeyhole size={26} aria-hidden="true" />
      <h1>{title}</h1>
      <p>{t('noRightHint', { roles: needed })}</p>
      <AppLink className="b" href={under('admin')}>
        {t('backToStart')}
      </AppLink>
    </section>
  )
}

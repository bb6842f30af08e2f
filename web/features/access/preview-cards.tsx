// The change in numbers: who loses, who gains, and what is easily overlooked.
import { CircleMinus, CirclePlus, Equal, Fingerprint, type LucideIcon, ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Preview } from '#contract/access.ts'

const Card = ({ look, icon: Icon, count, children }: { look: 'loss' | 'gain' | 'same' | 'watch'; icon: LucideIcon; count: number; children: string }) => {
  const { t, i18n } = useTranslation('access')
  return <li className={`sum ${look}`}><Icon size={18} aria-hidden="true" /><span><b>{t('people', { count, number: count.toLocaleString(i18n.language) })}</b><small>{children}</small></span></li>
}

/** `small`: only what there is any of. */
export const PreviewCards = ({ summary: { losing, gaining, unchanged, noRoleLeft, newlySecondFactor }, small }: { summary: Preview['summary']; small: boolean }) => {
  const { t, i18n } = useTranslation('access')
  const roles = (key: string, count: number) => t(key, { count, number: count.toLocaleString(i18n.language) })
  return (
    <ul className={`sums${small ? ' small' : ''}`} aria-label={t('inNumbers')}>
      <Card look="loss" icon={CircleMinus} count={losing.people}>{roles('loseRoles', losing.roles)}</Card>
      {(!small || gaining.people > 0) && <Card look="gain" icon={CirclePlus} count={gaining.people}>{roles('gainRoles', gaining.roles)}</Card>}
      {!small && <Card look="same" icon={Equal} count={unchanged}>{t('stayUnchanged', { count: unchanged })}</Card>}
      {(!small || noRoleLeft > 0) && <Card look="watch" icon={ShieldAlert} count={noRoleLeft}>{t('keepNoRole', { count: noRoleLeft })}</Card>}
      {(!small || newlySecondFactor > 0) && <Card look="watch" icon={Fingerprint} count={newlySecondFactor}>{t('needCode', { count: newlySecondFactor })}</Card>}
    </ul>
  )
}

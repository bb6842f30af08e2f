// The change in numbers: who loses, who gains, and what is easily overlooked.
import { CircleMinus, CirclePlus, Equal, Fingerprint, type LucideIcon, ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Preview } from '#contract/access-preview.ts'

type CardDef = { look: 'loss' | 'gain' | 'same' | 'watch'; icon: LucideIcon; count: number; words: string }

const Card = ({ look, icon: Icon, count, words }: CardDef) => {
  const { t, i18n } = useTranslation('access-preview')
  // What there is none of is no reason to look.
  return (
    <li className={`sum ${count === 0 ? 'same' : look}`}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <b>{t('people', { count, number: count.toLocaleString(i18n.language) })}</b>
        <small>{words}</small>
      </span>
    </li>
  )
}

const useCards = ({ losing, gaining, unchanged, noRoleLeft, newlySecondFactor }: Preview['summary']): CardDef[] => {
  const { t, i18n } = useTranslation('access-preview')
  const roles = (
    one: 'losesRoles' | 'gainsRoles',
    several: 'loseRoles' | 'gainRoles',
    { people, roles: count }: { people: number; roles: number },
  ) => t(people === 1 ? one : several, { count, number: count.toLocaleString(i18n.language) })
  return [
    { look: 'loss', icon: CircleMinus, count: losing.people, words: roles('losesRoles', 'loseRoles', losing) },
    { look: 'gain', icon: CirclePlus, count: gaining.people, words: roles('gainsRoles', 'gainRoles', gaining) },
    { look: 'same', icon: Equal, count: unchanged, words: t('stayUnchanged', { count: unchanged }) },
    { look: 'watch', icon: ShieldAlert, count: noRoleLeft, words: t('keepNoRole', { count: noRoleLeft }) },
    { look: 'watch', icon: Fingerprint, count: newlySecondFactor, words: t('needCode', { count: newlySecondFactor }) },
  ]
}

/** `small`: the losses, and besides only what there is any of. */
export const PreviewCards = ({ summary, small }: { summary: Preview['summary']; small: boolean }) => {
  const { t } = useTranslation('access-preview')
  const cards = useCards(summary).filter(
    ({ look, count }) => !small || look === 'loss' || (look !== 'same' && count > 0),
  )
  return (
    <ul className={`sums${small ? ' small' : ''}`} aria-label={t('inNumbers')}>
      {cards.map((card) => (
        <Card key={card.words} {...card} />
      ))}
    </ul>
  )
}

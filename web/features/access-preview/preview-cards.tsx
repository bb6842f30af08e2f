// The change in numbers: who loses, who gains, and what is easily overlooked.
import { CircleMinus, CirclePlus, Equal, Fingerprint, type LucideIcon, ShieldAlert } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useTranslation } from 'react-i18next'
import type { Difference, Preview } from '#contract/access-preview.ts'
import { onlyOne, usePlaces } from './use-places.ts'

type CardDef = { look: 'loss' | 'gain' | 'same' | 'watch'; icon: LucideIcon; count: number; words: string }

const Card = ({ look, icon: Icon, count, words }: CardDef) => {
  const { t, i18n } = useTranslation('access-preview')
  // What there is none of is no reason to look.
  return (
    <li className={`sum ${count === 0 ? 'same' : look}`}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <b>{t('people', { count, number: count.toLocaleString(localeOf(i18n.language)) })}</b>
        <small>{words}</small>
      </span>
    </li>
  )
}

const useCards = (preview: Preview): CardDef[] => {
  const { t, i18n } = useTranslation('access-preview')
  const placesOf = usePlaces()
  const { losing, gaining, unchanged, noRoleLeft, newlySecondFactor } = preview.summary
  const at = (change: Difference['change']) => {
    const only = onlyOne(preview, change)
    return only && placesOf(only)
  }
  const together = (...words: (string | undefined)[]) => words.filter(Boolean).join(' ')
  const roles = (
    one: 'losesRoles' | 'gainsRoles',
    several: 'loseRoles' | 'gainRoles',
    { people, roles: count }: { people: number; roles: number },
  ) => {
    // In French and Portuguese nobody is one, too.
    const isOne = new Intl.PluralRules(localeOf(i18n.language)).select(people) === 'one'
    return t(isOne ? one : several, { count, number: count.toLocaleString(localeOf(i18n.language)) })
  }
  return [
    {
      look: 'loss',
      icon: CircleMinus,
      count: losing.people,
      words: together(roles('losesRoles', 'loseRoles', losing), at('Loses')),
    },
    {
      look: 'gain',
      icon: CirclePlus,
      count: gaining.people,
      words: together(roles('gainsRoles', 'gainRoles', gaining), at('Gains')),
    },
    { look: 'same', icon: Equal, count: unchanged, words: t('stayUnchanged', { count: unchanged }) },
    { look: 'watch', icon: ShieldAlert, count: noRoleLeft, words: t('keepNoRole', { count: noRoleLeft }) },
    { look: 'watch', icon: Fingerprint, count: newlySecondFactor, words: t('needCode', { count: newlySecondFactor }) },
  ]
}

/** `small`: the losses, and besides only what there is any of. */
export const PreviewCards = ({ preview, small }: { preview: Preview; small: boolean }) => {
  const { t } = useTranslation('access-preview')
  const cards = useCards(preview).filter(
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

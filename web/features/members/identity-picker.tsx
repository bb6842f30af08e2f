// Finds a user, or a group, on the server (R9-10: 1000 ms; R9-12, R9-13).
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { type Group } from '#contract/group-entry.ts'
import { type UserItem, users } from '#contract/users.ts'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import type { Identity } from './rules.ts'
import { Portrait } from './who.tsx'

export type Kind = 'User' | 'Group'

const nameOf = ({ firstName, lastName, userName }: UserItem) => `${firstName} ${lastName}`.trim() || userName

export type PickedIdentity = UserItem | Group
const isUser = (found: PickedIdentity): found is UserItem => 'userName' in found

export const identityOf = (found: PickedIdentity): Identity =>
  isUser(found)
    ? { id: found.id, type: 'User', displayName: nameOf(found), email: found.email }
    : { id: found.id, type: 'Group', displayName: found.name }

const Shown = ({ found }: { found: PickedIdentity }) => {
  const { t } = useTranslation('members')
  const identity = identityOf(found)
  const gone = isUser(found) && (found.locked || found.draft)
  return (
    <>
      <Portrait who={{ ...identity, identityType: identity.type }} size={28} />
      <span>
        <b>{identity.displayName}</b>
        <small>{isUser(found) ? `${found.userName} · ${found.email}` : found.areaName}</small>
      </span>
      {gone && <span className="tag">{t(found.locked ? 'locked' : 'draft')}</span>}
    </>
  )
}

/** R9-12: of groups up to 10,000. */
const lists = {
  User: { list: users.list, orderBy: 'email', most: 25 },
  Group: { list: groups.list, orderBy: 'name', most: 10_000 },
} as const

const Search = ({
  kind,
  label,
  chosen,
  error,
  onChoose,
}: {
  kind: Kind
  label: string
  chosen: PickedIdentity | undefined
  error: string | undefined
  onChoose: (found: PickedIdentity | undefined) => void
}) => {
  const { t } = useTranslation('members')
  const picker: PickerDef<PickedIdentity> = {
    ...lists[kind],
    pause: 1000,
    itemKey: ({ id }) => id,
    show: (found) => <Shown found={found} />,
    texts: {
      label,
      hint: t('pickHint'),
      placeholder: t(kind === 'User' ? 'userPlaceholder' : 'groupPlaceholder'),
      another: t('chooseAnother'),
      searching: t('searching'),
      nothing: t('nothingFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('moreFound', { count }),
    },
  }
  return <SearchPicker key={kind} picker={picker} chosen={chosen} error={error} onChoose={onChoose} />
}

type Props = {
  kind: Kind
  chosen: PickedIdentity | undefined
  error: string | undefined
  onKind: (kind: Kind) => void
  onChoose: (found: PickedIdentity | undefined) => void
}

export const IdentityPicker = ({ kind, chosen, error, onKind, onChoose }: Props) => {
  const { t } = useTranslation('members')
  const change = (to: Kind) => {
    onKind(to)
    onChoose(undefined)
  }
  return (
    <>
      <div className="seg" role="radiogroup" aria-label={t('kind')}>
        {(['User', 'Group'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="kind" checked={kind === one} onChange={() => change(one)} />
            {t(one === 'User' ? 'user' : 'group')}
          </label>
        ))}
      </div>
      <Search
        kind={kind}
        label={t(kind === 'User' ? 'user' : 'group')}
        chosen={chosen}
        error={error}
        onChoose={onChoose}
      />
    </>
  )
}

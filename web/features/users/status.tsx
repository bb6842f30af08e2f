// The state of an account: icon, word and tint; pressed and confirmed it changes (R4.7-02 … R4.7-05).
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn } from '#contract/sign-in.ts'
import { type UserItem, users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { AccountPill } from '#web/ui/account-pill.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'
import { useWithheldMail } from './withheld-mail.ts'
import { nameOf } from './name.ts'

type State = Pick<UserItem, 'locked' | 'lockState' | 'draft'>

const kindOf = ({ draft, lockState }: State) =>
  draft
    ? 'draft'
    : ({ None: 'active', Temporary: 'lockedTemporarily', Permanent: 'lockedPermanently' } as const)[lockState]

/** In a list one word says it, and the whole is its title. */
export const Status = ({ user, words = 'all' }: { user: State; words?: 'all' | 'one' }) => {
  const { t } = useTranslation('users')
  const kind = kindOf(user)
  const whole = kind === 'draft' ? t('pendingApproval') : t(kind)
  const isLocked = kind === 'lockedTemporarily' || kind === 'lockedPermanently'
  const shown = words === 'one' && isLocked ? t('locked') : t(kind)
  return (
    <AccountPill look={kind} title={whole === shown ? undefined : whole}>
      {shown}
    </AccountPill>
  )
}

export const Restricted = () => {
  const { t } = useTranslation('users')
  return <AccountPill look="restricted">{t('restricted')}</AccountPill>
}

const after = { lock: 'lockedPermanently', unlock: 'unlocked', undraft: 'active' } as const

/** R8.4-10: what fails is only logged; everything is read again, so that the true state shows. */
export const useStateChange = () => {
  const { t } = useTranslation('users')
  const writes = { lock: useWrite(signIn.lock), unlock: useWrite(signIn.unlock), undraft: useWrite(users.undraft) }
  const answers = useQueryClient()
  return async (verb: keyof typeof writes, user: UserItem) => {
    try {
      await writes[verb].mutateAsync({ params: { id: user.id } })
      showNotice({ kind: 'success', title: t('statusNow', { name: nameOf(user), status: t(after[verb]) }) })
    } catch (error) {
      console.error(`${verb} of ${user.id} failed`, error)
    }
    await answers.invalidateQueries({ queryKey: ['users'] })
  }
}

/** Nobody locks or deletes themself. */
export const useIsOwn = () => {
  const own = useIdentity()?.id
  return ({ id }: { id: string }) => id === own
}

export const verbFor = ({ draft, locked }: State) => (draft ? 'undraft' : locked ? 'unlock' : 'lock')

/** What the question says and its buttons do, for each verb. */
export const useQuestion = () => {
  const { t } = useTranslation('users')
  return (verb: 'lock' | 'unlock' | 'undraft', user: UserItem) => ({
    title: t(`${verb}Title`, { name: nameOf(user) }),
    body: t(`${verb}Body`),
    ok: t(`${verb}User`),
  })
}

export const StatusButton = ({ user }: { user: UserItem }) => {
  const { t } = useTranslation('users')
  const [asking, ask] = useState(false)
  const change = useStateChange()
  const question = useQuestion()
  const isOwn = useIsOwn()(user)
  const verb = verbFor(user)
  const reason = useWithheldMail().touch(user)
  if (isOwn && verb === 'lock') return <Status user={user} words="one" />
  return (
    <>
      <ReasonedButton
        className="st-button"
        reason={reason}
        aria-label={t('statusOf', { name: nameOf(user), status: t(kindOf(user)), verb: t(`${verb}User`) })}
        data-tip={t(`${verb}User`)}
        onClick={() => ask(true)}
      >
        <Status user={user} words="one" />
      </ReasonedButton>
      {asking && (
        <Confirm
          {...question(verb, user)}
          danger={verb === 'lock'}
          run={() => change(verb, user)}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

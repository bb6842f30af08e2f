// The state of an account: icon, word and tint; pressed and confirmed it changes (R4.7-02 … R4.7-05).
import { CircleCheck, CircleDashed, Lock, LockKeyhole, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn } from '#contract/sign-in.ts'
import { type UserItem, users } from '#contract/users.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { nameOf } from './name.ts'

type State = Pick<UserItem, 'locked' | 'lockState' | 'draft'>

const kindOf = ({ draft, lockState }: State) => (draft ? 'draft' : ({ None: 'active', Temporary: 'lockedTemporarily', Permanent: 'lockedPermanently' } as const)[lockState])

const looks = {
  active: ['ok', CircleCheck],
  draft: ['', CircleDashed],
  lockedTemporarily: ['lock', LockKeyhole],
  lockedPermanently: ['lock', Lock],
} as const

export const Status = ({ user }: { user: State }) => {
  const { t } = useTranslation('users')
  const kind = kindOf(user)
  const [tint, Icon] = looks[kind]
  return <span className={`st ${tint}`} title={kind === 'draft' ? t('pendingApproval') : undefined}><Icon size={14} aria-hidden="true" />{t(kind)}</span>
}

export const Restricted = () => {
  const { t } = useTranslation('users')
  return <span className="st warn"><ShieldAlert size={14} aria-hidden="true" />{t('restricted')}</span>
}

/** R8.4-10: what fails is only logged; the row is read again, so that its true state shows. */
export const useStateChange = () => {
  const writes = { lock: useWrite(signIn.lock), unlock: useWrite(signIn.unlock), undraft: useWrite(users.undraft) }
  const refresh = useWrite(users.undraft)
  return {
    change: async (verb: keyof typeof writes, { id }: { id: string }) => {
      await writes[verb].mutateAsync({ params: { id } }).catch((error: unknown) => console.error(`${verb} of ${id} failed`, error))
      refresh.reset()
    },
  }
}

export const verbFor = ({ draft, locked }: State) => (draft ? 'undraft' : locked ? 'unlock' : 'lock')

/** What the question says and its buttons do, for each verb. */
export const useQuestion = () => {
  const { t } = useTranslation('users')
  return (verb: 'lock' | 'unlock' | 'undraft', user: UserItem) => ({ title: t(`${verb}Title`, { name: nameOf(user) }), body: t(`${verb}Body`), ok: t(`${verb}User`) })
}

export const StatusButton = ({ user, onChanged }: { user: UserItem; onChanged: () => void }) => {
  const { t } = useTranslation('users')
  const [asking, ask] = useState(false)
  const { change } = useStateChange()
  const question = useQuestion()
  const verb = verbFor(user)
  const run = async () => {
    await change(verb, user)
    onChanged()
  }
  return (
    <>
      <button type="button" className="st-button" aria-label={t('statusOf', { name: nameOf(user), status: t(kindOf(user)), verb: t(`${verb}User`) })} title={t(`${verb}User`)} onClick={() => ask(true)}><Status user={user} /></button>
      {asking && <Confirm {...question(verb, user)} danger={verb === 'lock'} run={run} onClose={() => ask(false)} />}
    </>
  )
}

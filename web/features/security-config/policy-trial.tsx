// What a policy decides for somebody, before it is saved: the decision, the rule with its line, and why.
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessPolicies, type Considered, openAct, type PolicyDecision } from '#contract/access-policies.ts'
import { type UserItem, users } from '#contract/users.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import './rehearsal.css'

const methods = { pwd: ['pwd'], mfa: ['pwd', 'otp', 'mfa'], ext: ['ext'] } as const
type Method = keyof typeof methods

const useUsers = (): PickerDef<UserItem> => {
  const { t } = useTranslation('security-config')
  return {
    list: users.list,
    orderBy: 'userName',
    pause: 600,
    itemKey: ({ id }) => id,
    show: ({ firstName, lastName, userName }) => (
      <span>
        <b>{`${firstName} ${lastName}`.trim() || userName}</b>
        <small>{userName}</small>
      </span>
    ),
    texts: {
      label: t('user'),
      hint: t('userHint'),
      placeholder: t('userPlaceholder'),
      another: t('anotherUser'),
      searching: t('searching'),
      nothing: t('nobodyFound'),
      found: (count) => t('found', { count }),
      more: (count) => t('more', { count }),
    },
  }
}

const Rule = ({ rule: { line, name, applies, conditions } }: { rule: Considered }) => {
  const { t } = useTranslation('security-config')
  return (
    <li>
      {t('ruleAtLine', { line })}
      {name && ` · ${name}`}: <b>{t(applies ? 'ruleApplies' : 'ruleAppliesNot')}</b>
      {conditions.length > 0 && (
        <ul>
          {conditions.map(({ condition, unless, holds }) => (
            <li key={`${condition} ${unless}`}>
              <code>{unless ? `unless ${condition}` : condition}</code>{' '}
              {t(holds ? 'conditionHolds' : 'conditionHoldsNot')}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const Decision = ({ decision: { decision, rule, mode, considered } }: { decision: PolicyDecision }) => {
  const { t } = useTranslation('security-config')
  return (
    <>
      <p className="rehearsal-sum">
        {t(`decision-${decision}`)}{' '}
        {rule ? t('decidedByRule', { line: rule.line, reason: rule.reason }) : `· ${t('decidedByNone')}`}
      </p>
      {decision === 'deny' && mode === 'report' && <p className="mut">{t('onlyReported')}</p>}
      <h3>{t('consideredRules')}</h3>
      <ol className="policy-considered">
        {considered.map((one) => (
          <Rule key={one.line} rule={one} />
        ))}
      </ol>
    </>
  )
}

const nothing = { application: '', act: openAct, at: '', address: '', method: 'pwd' as Method }

const useQuestion = () => {
  const [user, setUser] = useState<UserItem>()
  const [typed, setTyped] = useState(nothing)
  const question = user && {
    userId: user.id,
    application: typed.application.trim() || null,
    act: typed.act.trim() || openAct,
    at: typed.at ? new Date(typed.at).toISOString() : null,
    address: typed.address.trim() || null,
    amr: [...methods[typed.method]],
  }
  return { user, setUser, typed, change: (some: Partial<typeof nothing>) => setTyped({ ...typed, ...some }), question }
}

const Circumstances = ({ typed, change }: Pick<ReturnType<typeof useQuestion>, 'typed' | 'change'>) => {
  const { t } = useTranslation('security-config')
  return (
    <div className="policy-question">
      <Field label={t('tryApplication')} hint={t('tryApplicationHint')}>
        <TextInput value={typed.application} onChange={({ target }) => change({ application: target.value })} />
      </Field>
      <Field label={t('tryAct')}>
        <TextInput value={typed.act} onChange={({ target }) => change({ act: target.value })} />
      </Field>
      <Field label={t('tryAt')} hint={t('tryAtHint')}>
        <TextInput type="datetime-local" value={typed.at} onChange={({ target }) => change({ at: target.value })} />
      </Field>
      <Field label={t('tryAddress')}>
        <TextInput
          placeholder="192.0.2.1"
          value={typed.address}
          onChange={({ target }) => change({ address: target.value })}
        />
      </Field>
      <fieldset>
        <legend>{t('tryAmr')}</legend>
        {(Object.keys(methods) as Method[]).map((method) => (
          <label key={method} className="tick">
            <input type="radio" name="amr" checked={typed.method === method} onChange={() => change({ method })} />
            <span>{t(`amr-${method}`)}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

export const PolicyTrial = ({ id, body }: { id: string; body: string }) => {
  const { t } = useTranslation('security-config')
  const { user, setUser, question, ...circumstances } = useQuestion()
  const evaluate = useWrite(accessPolicies.evaluatePolicy)
  const picker = useUsers()
  const ask = () => question && evaluate.mutate({ params: { id }, input: { ...question, body } })
  return (
    <form
      className="card rehearsal policy-trial"
      aria-labelledby="policy-trial"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <h2 id="policy-trial">
        <Scale size={17} aria-hidden="true" />
        {t('tryPolicy')}
      </h2>
      <p className="mut">{t('tryPolicyHint')}</p>
      <SearchPicker picker={picker} chosen={user} error={undefined} focused={false} onChoose={setUser} />
      <Circumstances {...circumstances} />
      <div>
        <button type="submit" className="b" disabled={!question} aria-busy={evaluate.isPending}>
          {t('decide')}
        </button>
      </div>
      <div role="status">
        {evaluate.error && <p>{problemText(evaluate.error)}</p>}
        {evaluate.data && !evaluate.error && <Decision decision={evaluate.data} />}
      </div>
    </form>
  )
}

// What a policy decides for somebody, before it is saved: the decision, the rule with its line, and why.
import { Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { accessPolicies, type RuleResult, type PolicyDecision, type PolicyQuestion } from '#contract/access-policies.ts'
import { type UserItem, users } from '#contract/users.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchPicker } from '#web/ui/search-picker.tsx'
import type { PickerDef } from '#web/ui/use-finding.ts'
import { Circumstances, useQuestion } from './policy-question.tsx'
import './rehearsal.css'

const useUsers = (): PickerDef<UserItem> => {
  const { t } = useTranslation('security-config')
  return {
    list: users.list,
    orderBy: 'email',
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

const Rule = ({ rule: { line, name, applies, conditions } }: { rule: RuleResult }) => {
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

/** Of one that is stored, or of one that is not saved yet. */
const useEvaluation = (id: string | undefined) => {
  const stored = useWrite(accessPolicies.evaluatePolicy)
  const draft = useWrite(accessPolicies.evaluateDraft)
  return {
    evaluate: id === undefined ? draft : stored,
    run: (input: PolicyQuestion & { body: string }) =>
      id === undefined ? draft.mutate({ input }) : stored.mutate({ params: { id }, input }),
  }
}

export const PolicyTrial = ({ id, body }: { id?: string; body: string }) => {
  const { t } = useTranslation('security-config')
  const { user, setUser, question, ...circumstances } = useQuestion()
  const { evaluate, run } = useEvaluation(id)
  const picker = useUsers()
  const ask = () => question && run({ ...question, body })
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
        <Button type="submit" className="b" off={!question} aria-busy={evaluate.isPending}>
          {t('decide')}
        </Button>
      </div>
      <div role="status">
        {evaluate.error && <p>{problemText(evaluate.error)}</p>}
        {evaluate.data && !evaluate.error && <Decision decision={evaluate.data} />}
      </div>
    </form>
  )
}

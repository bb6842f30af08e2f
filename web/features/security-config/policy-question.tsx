// What a policy is asked about besides the person: application, act, moment, address and way of signing in.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openAct } from '#contract/access-policies.ts'
import type { UserItem } from '#contract/users.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import { Field, TextInput, useField } from '#web/ui/field.tsx'

const methods = { pwd: ['pwd'], mfa: ['pwd', 'otp', 'mfa'], ext: ['ext'] } as const
type Method = keyof typeof methods

const nothing = { application: '', act: openAct, day: '', time: '', address: '', method: 'pwd' as Method }

const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/
const isTime = (time: string) => time.trim() === '' || clock.test(time.trim())

/** What is not said of it is as it is now. */
const momentOf = ({ day, time }: Pick<typeof nothing, 'day' | 'time'>) => {
  if (!day && !time.trim()) return null
  const moment = new Date()
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  if (day) moment.setFullYear(year, month - 1, date)
  const [, hour, minute] = clock.exec(time.trim()) ?? []
  if (hour && minute) moment.setHours(Number(hour), Number(minute), 0, 0)
  return moment.toISOString()
}

export const useQuestion = () => {
  const [user, setUser] = useState<UserItem>()
  const [typed, setTyped] = useState(nothing)
  const question =
    user && isTime(typed.time)
      ? {
          userId: user.id,
          application: typed.application.trim() || null,
          act: typed.act.trim() || openAct,
          at: momentOf(typed),
          address: typed.address.trim() || null,
          amr: [...methods[typed.method]],
        }
      : undefined
  return { user, setUser, typed, change: (some: Partial<typeof nothing>) => setTyped({ ...typed, ...some }), question }
}

const Day = (props: { value: string; onChange: (day: string) => void }) => {
  const { t } = useTranslation('security-config')
  return <DayInput id={useField().id} label={t('tryDay')} {...props} />
}

export const Circumstances = ({ typed, change }: Pick<ReturnType<typeof useQuestion>, 'typed' | 'change'>) => {
  const { t } = useTranslation('security-config')
  return (
    <div className="policy-question">
      <Field label={t('tryApplication')} hint={t('tryApplicationHint')}>
        <TextInput value={typed.application} onChange={({ target }) => change({ application: target.value })} />
      </Field>
      <Field label={t('tryAct')}>
        <TextInput value={typed.act} onChange={({ target }) => change({ act: target.value })} />
      </Field>
      <Field label={t('tryDay')} hint={t('tryDayHint')}>
        <Day value={typed.day} onChange={(day) => change({ day })} />
      </Field>
      <Field label={t('tryTime')} hint={t('tryTimeHint')} error={isTime(typed.time) ? undefined : t('tryTimeNotValid')}>
        <TextInput
          inputMode="numeric"
          placeholder="14:30"
          value={typed.time}
          onChange={({ target }) => change({ time: target.value })}
        />
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

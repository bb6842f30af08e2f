// Asks for a rehearsal of a setting once its author pauses; of what cannot be saved there is none.
import { useEffect, useState } from 'react'
import { rehearsal, type Rehearsal } from '#contract/rehearsal.ts'
import { type SettingTitle, settingTitles } from '#contract/security-config.ts'
import { call } from '#web/lib/client.ts'
import { CallProblem } from '#web/lib/problem.ts'

const pause = 900

const isSetting = (title: string): title is SettingTitle => settingTitles.some((one) => one === title)

type RehearsalInput = { readonly title: string; readonly body: string }
type Answer = RehearsalInput & { readonly result: Rehearsal | undefined; readonly failed: boolean }

export const useRehearsal = ({ title, body }: RehearsalInput) => {
  const [answer, setAnswer] = useState<Answer>({ title: '', body: '', result: undefined, failed: false })
  useEffect(() => {
    if (!isSetting(title)) return undefined
    const asked = new AbortController()
    const timer = setTimeout(() => {
      call(rehearsal.rehearse, { input: { title, body }, signal: asked.signal }).then(
        (result) => setAnswer({ title, body, result, failed: false }),
        (error: unknown) => {
          // What is wrong with it is said beside it.
          const isFaulty = error instanceof CallProblem && error.status === 400
          if (!asked.signal.aborted) setAnswer({ title, body, result: undefined, failed: !isFaulty })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [title, body])
  const isAnswered = answer.title === title && answer.body === body
  return {
    busy: isSetting(title) && !isAnswered,
    failed: isAnswered && answer.failed,
    // Until the next one is there, that of the same setting stays.
    result: answer.title === title ? answer.result : undefined,
  }
}

// What is wrong with a body while it is typed, as the server says it.
import { useEffect, useState } from 'react'
import { accessPolicies } from '#contract/access-policies.ts'
import { type DocumentFault, securityConfig } from '#contract/security-config.ts'
import { call } from '#web/lib/client.ts'
import { codeText, useCodeTexts } from '#web/lib/code-texts.ts'
import { labelled } from '#web/lib/labelled.ts'
import type { Kind } from './document-kind.ts'

const pause = 400
const none: readonly DocumentFault[] = []

type CheckedBody = { readonly body: string; readonly faults: readonly DocumentFault[] }

/** Of a setting, by its title; of a policy, by its rules. */
export const useFaults = ({ kind, title, body }: { kind: Kind; title: string; body: string }) => {
  useCodeTexts()
  const [checked, setChecked] = useState<CheckedBody>({ body: '', faults: none })
  useEffect(() => {
    const asked = new AbortController()
    const timer = setTimeout(() => {
      const checked =
        kind === 'policy'
          ? call(accessPolicies.checkPolicy, { input: { body }, signal: asked.signal })
          : call(securityConfig.check, { input: { title, body }, signal: asked.signal })
      checked.then(
        ({ faults }) => setChecked({ body, faults }),
        // Saving says what is wrong, too.
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [kind, title, body])
  return checked.faults
}

/** "minutes: At least 1"; of YAML what its reader found, or its own English words where that has no code here. */
export const faultText = ({ code, data, setting }: DocumentFault) => {
  const text = codeText(code, data) ?? code
  const detail = codeText(data['fault'], data) ?? data['detail']
  const said = detail ? `${text} (${detail})` : text
  return setting ? labelled(setting, said) : said
}

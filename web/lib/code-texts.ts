// Codes of the server in the reader's language (docs/decisions/0030): refusals, what is wrong with fields and with rows
// of a sheet. The texts are loaded with the first of them.
import { useEffect, useState } from 'react'
import type { Issue } from '#contract/kernel/issue.ts'
import { sentences } from '#contract/kernel/sentences.ts'
import { textOf } from './dynamic-text.ts'
import { addTexts } from './i18n.ts'
import { labelled } from './labelled.ts'

let loading: Promise<void> | undefined

/** Without them, where they cannot be had, the server's English is shown. */
export const loadCodeTexts = () => {
  loading ??= addTexts('refusals').catch(() => {
    loading = undefined
  })
  return loading
}

/** For a screen that shows codes without having been refused anything: it is drawn again when their texts are there. */
export const useCodeTexts = () => {
  const [, setReady] = useState(false)
  useEffect(() => void loadCodeTexts().then(() => setReady(true)), [])
}

/** Undefined where the code is new to this page. */
export const codeText = (code: string | undefined, data?: CodeData) =>
  code === undefined ? undefined : textOf(`refusals:${code}`, withFault(data))

type CodeData = Readonly<Record<string, unknown>>

/** What is wrong with a setting of a document is a code inside of another one; its English stands as `fault`. */
const withFault = (data: CodeData = {}): CodeData => {
  const { faultCode, setting } = data
  const fault = typeof faultCode === 'string' ? textOf(`refusals:${faultCode}`, data) : undefined
  if (!fault) return data
  return { ...data, fault: typeof setting === 'string' ? labelled(setting, fault) : fault }
}

/** A field as the screens call it; a column of a sheet keeps the title that it has there. */
export const fieldLabel = (field: string) => codeText(`field-${field.split('.')[0]}`) ?? field

type Row = { readonly reason: string; readonly issues?: readonly Issue[] | undefined }

/** What is wrong with a row, or the server's words where one of the codes is new to this page. */
export const rowText = ({ reason, issues = [] }: Row): string => {
  const texts = issues.map(({ field, code, data }) => {
    const text = codeText(code, data)
    return text && field ? labelled(field, text) : text
  })
  const known = texts.filter((text) => text !== undefined)
  return known.length === 0 || known.length < texts.length ? reason : sentences(known)
}

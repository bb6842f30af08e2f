// From a chosen file to what came of it: a dry run, its rows corrected and checked again, the upload.
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportResult, PreviewRow } from '#contract/kernel/bulk-import.ts'
import { call } from '#web/lib/client.ts'
import { loadCodeTexts } from '#web/lib/code-texts.ts'
import { CallProblem, problemText, refusalText } from '#web/lib/problem.ts'
import { streamed } from '#web/lib/streamed.ts'
import { type Corrections, editableRows, formOf, noCorrections } from './corrections.ts'
import type { ListDef } from './types.ts'

export type Upload = NonNullable<ListDef<unknown>['upload']>
type Result = ImportResult
export type Progress = { done: number; total: number }

/** What a dry run said, and what was corrected since: `seen` are the corrections that it knew. */
export type CheckedUpload = {
  at: 'checked'
  file: File
  result: Result
  rows: readonly PreviewRow[]
  corrections: Corrections
  seen: Corrections
  /** The row that was corrected last. */
  touched?: number
  checking: boolean
  /** Why the last check or upload came to nothing. */
  problem?: string | undefined
}
export type Phase =
  | { at: 'choosing' }
  | { at: 'uploading'; dryRun: boolean; progress?: Progress }
  | CheckedUpload
  | { at: 'done'; result: Result }
  | { at: 'error'; text: string }

type SetPhase = Dispatch<SetStateAction<Phase>>
type UploadInput = { file: File; corrections: Corrections; dryRun: boolean }

/** One that says how far it is (R7.13-05) is listened to. */
const ask = async (
  { endpoint, params }: Upload,
  { file, corrections, dryRun }: UploadInput,
  onProgress: (progress: Progress) => void = () => {},
) => {
  const body = corrections.size > 0 ? { input: formOf(file, corrections) } : { file }
  const given = { ...body, params, ...(dryRun && { query: { dryRun: 'true' } }) }
  const answer = endpoint.streams
    ? streamed(endpoint as typeof endpoint & { streams: true }, given, (done, total) => onProgress({ done, total }))
    : call(endpoint, given)
  const [result] = await Promise.all([answer as Promise<unknown> as Promise<Result>, loadCodeTexts()])
  return result
}

/** R8.4-08: undefined where the answer says nothing at all. */
const failureText = (error: unknown) => {
  if (!(error instanceof CallProblem) || error.kind !== 'answered') return problemText(error)
  return error.code || error.message || error.messages.length > 0 ? refusalText(error) : undefined
}

const checkedPhase = (file: File, result: Result): CheckedUpload => ({
  at: 'checked',
  file,
  result,
  rows: editableRows(result, { before: [], corrections: noCorrections }),
  corrections: noCorrections,
  seen: noCorrections,
  checking: false,
})

export const isStale = ({ corrections, seen }: CheckedUpload) => corrections !== seen

export const restMs = 400

/** Once nothing was corrected for a moment, and the check before has been answered. */
const useChecking = (upload: Upload, phase: Phase, setPhase: SetPhase) => {
  const { t } = useTranslation('table')
  useEffect(() => {
    if (phase.at !== 'checked' || phase.checking || phase.problem !== undefined || !isStale(phase)) return undefined
    const { file, corrections } = phase
    const now = (change: (checked: CheckedUpload) => Partial<CheckedUpload>) =>
      setPhase((current) =>
        current.at === 'checked' && current.file === file ? { ...current, ...change(current) } : current,
      )
    const check = async () => {
      now(() => ({ checking: true }))
      try {
        const result = await ask(upload, { file, corrections, dryRun: true })
        now((current) => ({
          checking: false,
          result,
          rows: editableRows(result, { before: current.rows, corrections: current.corrections }),
          seen: corrections,
        }))
      } catch (error) {
        now(() => ({ checking: false, problem: failureText(error) ?? t('uploadError') }))
      }
    }
    const timer = setTimeout(() => void check(), restMs)
    return () => clearTimeout(timer)
  }, [upload, phase, setPhase, t])
}

/** Read at once: somebody who saves the workbook meanwhile makes the browser refuse to send it. */
const inMemory = async (file: File, most: number) =>
  file.size > most ? file : new File([await file.arrayBuffer()], file.name, { type: file.type })

const useSending = (upload: Upload, setPhase: SetPhase, onDone: () => void) => {
  const { t } = useTranslation('table')
  const send = async (asked: UploadInput, failed: (text: string) => Phase) => {
    const { file, dryRun } = asked
    setPhase({ at: 'uploading', dryRun })
    try {
      const result = await ask(upload, asked, (progress) => setPhase({ at: 'uploading', dryRun, progress }))
      setPhase(dryRun ? checkedPhase(file, result) : { at: 'done', result })
      if (!dryRun) onDone()
    } catch (error) {
      setPhase(failed(failureText(error) ?? t('uploadError')))
    }
  }
  const choose = async (file: File) => {
    const { accept = [], mostBytes = 0 } = upload.endpoint.upload ?? {}
    const failed = (text: string): Phase => ({ at: 'error', text })
    if (!accept.some((ending) => file.name.toLowerCase().endsWith(ending)))
      return setPhase(failed(t('extensionNotAllowed')))
    const read = await inMemory(file, mostBytes).catch(() => undefined)
    if (!read) return setPhase(failed(t('uploadError')))
    return send({ file: read, corrections: noCorrections, dryRun: upload.dryRun === true }, failed)
  }
  /** What was corrected is there again where the upload fails. */
  const importIt = (checked: CheckedUpload) =>
    send({ ...checked, dryRun: false }, (problem) => ({ ...checked, checking: false, problem }))
  return { choose, importIt }
}

export type Correct = (row: number, change: (corrections: Corrections) => Corrections) => void

export const useUpload = (upload: Upload, onDone: () => void) => {
  const [phase, setPhase] = useState<Phase>({ at: 'choosing' })
  useChecking(upload, phase, setPhase)
  const correct: Correct = useCallback(
    (row, change) =>
      setPhase((current) =>
        current.at === 'checked'
          ? { ...current, corrections: change(current.corrections), touched: row, problem: undefined }
          : current,
      ),
    [],
  )
  return {
    ...useSending(upload, setPhase, onDone),
    phase,
    correct,
    checkAgain: () => setPhase((current) => (current.at === 'checked' ? { ...current, problem: undefined } : current)),
    again: () => setPhase({ at: 'choosing' }),
  }
}

// What the server says when roles may not be given or taken (R8.1-02, A-22).
import i18next from 'i18next'
import { showNotice } from '#web/lib/notices.ts'
import { CallProblem, problemText, refusalText } from '#web/lib/problem.ts'

/** Says itself whom to ask (R4.8-04). */
const ofAdministrators = (error: unknown): error is CallProblem =>
  error instanceof CallProblem && error.code === 'only-admin-revokes'

export const textOf = (error: unknown) =>
  ofAdministrators(error) ? refusalText(error) : problemText(error, { assigning: true })

/**
 * The same work; a refusal comes as the words for it, but for the one that the question itself answers (decision 0027).
 */
export const toUserMessage = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof CallProblem && error.status !== 412 ? new Error(textOf(error)) : error
  }
}

export const showRefusal = (error: unknown) =>
  showNotice({ kind: 'error', title: i18next.t('errors:failedAction'), text: textOf(error) })

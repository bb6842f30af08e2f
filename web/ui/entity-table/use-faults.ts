// What is wrong with a row that is being written, column by column.
import { useTranslation } from 'react-i18next'
import { CallProblem, fieldText } from '#web/lib/problem.ts'
import type { ListDef } from './types.ts'

export const useFaults = <Row>({ columns }: ListDef<Row>) => {
  const { t } = useTranslation('table')
  return {
    /** R5.3-04 */
    missing: (values: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        columns
          .filter(({ key, required }) => required && String(values[key] ?? '').trim() === '')
          .map(({ key, title }) => [key, t('fieldRequired', { title })]),
      ),
    /** Those that are about a column that can be written, and who was faster. */
    refused: (error: unknown) => {
      const { fields, changed } = error instanceof CallProblem ? error : { fields: [], changed: undefined }
      const faults = Object.fromEntries(
        fields
          .filter(({ field }) => columns.some(({ key, edit }) => edit && key === field))
          .map((problem) => [problem.field, fieldText(problem)]),
      )
      return { faults, overtaken: changed }
    },
  }
}

// Before and after, field by field.
import type { SystemLogEntry } from '#contract/log-entries.ts'

export type Field = {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
  readonly changed: boolean
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = ({ before, after }: NonNullable<SystemLogEntry['metaData']>): Field[] => {
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((name) => ({
    name,
    before: was[name],
    after: is[name],
    changed: JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  }))
}

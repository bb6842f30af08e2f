// What the YAML library finds wrong, by codes that have a text in each language.
import type { ErrorCode } from 'yaml'
import type { IssueCode } from '#contract/kernel/issue-texts.ts'

export const faultNames: Readonly<Record<ErrorCode, IssueCode>> = {
  ALIAS_PROPS: 'yaml-alias',
  BAD_ALIAS: 'yaml-alias',
  BAD_COLLECTION_TYPE: 'yaml-tag',
  BAD_DIRECTIVE: 'yaml-directive',
  BAD_DQ_ESCAPE: 'yaml-escape',
  BAD_INDENT: 'yaml-indent',
  BAD_PROP_ORDER: 'yaml-unexpected',
  BAD_SCALAR_START: 'yaml-start',
  BLOCK_AS_IMPLICIT_KEY: 'yaml-keys-in-line',
  BLOCK_IN_FLOW: 'yaml-unexpected',
  DUPLICATE_KEY: 'yaml-key-twice',
  IMPOSSIBLE: 'yaml-unexpected',
  KEY_OVER_1024_CHARS: 'yaml-key',
  MISSING_CHAR: 'yaml-sign-missing',
  MULTILINE_IMPLICIT_KEY: 'yaml-key',
  MULTIPLE_ANCHORS: 'yaml-unexpected',
  MULTIPLE_DOCS: 'yaml-documents',
  MULTIPLE_TAGS: 'yaml-tag',
  NON_STRING_KEY: 'yaml-key',
  TAB_AS_INDENT: 'yaml-tab',
  TAG_RESOLVE_FAILED: 'yaml-tag',
  UNEXPECTED_TOKEN: 'yaml-unexpected',
  RESOURCE_EXHAUSTION: 'yaml-aliases',
}

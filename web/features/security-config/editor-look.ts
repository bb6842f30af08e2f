// How YAML looks in the editor: by the colours of the page, so that light and dark are its own.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  {
    tag: tags.definition(tags.propertyName),
    color: 'color-mix(in oklab, var(--primary) 60%, var(--i-900))',
    fontWeight: '550',
  },
  { tag: [tags.string, tags.content], color: 'var(--green)' },
  { tag: [tags.lineComment, tags.comment], color: 'var(--i-500)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName], color: 'var(--amber)' },
  { tag: [tags.separator, tags.punctuation, tags.bracket], color: 'var(--i-600)' },
])

const sizes = EditorView.theme({
  '&': {
    fontSize: '13.5px',
    color: 'var(--i-800)',
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--i-200)',
    borderRadius: 'var(--r)',
  },
  '&.cm-focused': { outline: 'none', borderColor: 'var(--primary)', boxShadow: 'var(--ring)' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    lineHeight: '1.6',
    maxHeight: '60vh',
  },
  // The frame shows the focus.
  '.cm-content': { caretColor: 'var(--i-900)', padding: '10px 0', boxShadow: 'none !important' },
  '&.cm-writable .cm-content, &.cm-writable .cm-gutter': { minHeight: '240px' },
  '.cm-cursor': { borderLeftColor: 'var(--i-900)' },
  '.cm-gutters': {
    backgroundColor: 'var(--i-25)',
    color: 'var(--i-600)',
    borderRight: '1px solid var(--i-100)',
    borderRadius: 'var(--r) 0 0 var(--r)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--c-500) 9%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--c-500) 28%, transparent) !important',
  },
  '.cm-tooltip': {
    color: 'var(--i-800)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--i-200)',
    borderRadius: 'var(--r-sm)',
  },
  // Ours, since theirs knows no dark page and has signs that few fonts know.
  '.cm-collapsedLines': {
    color: 'var(--i-600) !important',
    background: 'var(--i-25) !important',
    borderBlock: '1px solid var(--i-100)',
    fontFamily: 'var(--font)',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯" !important' },
  '.cm-changedLine': { backgroundColor: 'var(--ok-bg) !important' },
  '.cm-changedText': {
    color: 'var(--i-800)',
    background: 'color-mix(in srgb, var(--green) 24%, transparent) !important',
  },
  '.cm-deletedChunk': { backgroundColor: 'var(--err-bg) !important' },
  '.cm-deletedChunk *, .cm-changedText *': { color: 'var(--i-800) !important' },
  '.cm-deletedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--red) 24%, transparent) !important',
  },
})

/** The page's policy takes no style sheet without it. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export const look = () => [sizes, syntaxHighlighting(colours), EditorView.cspNonce.of(nonce())]

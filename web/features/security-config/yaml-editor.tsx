// An editor of YAML: lines that are wrong are marked, and what is wrong with them is said at the line.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { look } from './editor-look.ts'

type LineFault = { readonly line: number; readonly column: number; readonly text: string }

/** Of a line that somebody has deleted since, the last one. */
const diagnosticOf = (text: Text, fault: LineFault): Diagnostic => {
  const line = text.line(Math.min(Math.max(1, fault.line), text.lines))
  const from = Math.min(line.from + Math.max(0, fault.column - 1), line.to)
  return { from, to: Math.max(from, line.to), severity: 'error', message: fault.text }
}

const read = () => [yaml(), lineNumbers(), look()]

type Attributes = Readonly<Record<string, string>>

const useView = (extensions: () => Extension, text: string) => {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const begin = useRef({ extensions, text })
  useEffect(() => {
    if (!place.current) return undefined
    const state = EditorState.create({ doc: begin.current.text, extensions: begin.current.extensions() })
    view.current = new EditorView({ state, parent: place.current })
    return () => view.current?.destroy()
  }, [])
  return { place, view }
}

type Props = {
  value: string
  onChange: (text: string) => void
  onLeave: () => void
  faults: readonly LineFault[]
  attributes: Attributes
}

export const YamlEditor = ({ value, onChange, onLeave, faults, attributes }: Props) => {
  const heard = useRef({ onChange, onLeave })
  const described = useRef(new Compartment())
  const { place, view } = useView(
    () => [
      read(),
      history(),
      indentOnInput(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      lintGutter(),
      EditorView.lineWrapping,
      EditorView.editorAttributes.of({ class: 'cm-writable' }),
      // Tab leaves the editor, as it leaves every field.
      keymap.of([...defaultKeymap, ...historyKeymap]),
      described.current.of(EditorView.contentAttributes.of(attributes)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) heard.current.onChange(state.doc.toString())
      }),
      EditorView.domEventHandlers({ blur: () => heard.current.onLeave() }),
    ],
    value,
  )
  useEffect(() => {
    heard.current = { onChange, onLeave }
  })
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value, view])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const diagnostics = faults.map((fault) => diagnosticOf(editor.state.doc, fault))
    editor.dispatch(
      setDiagnostics(
        editor.state,
        diagnostics.toSorted((a, b) => a.from - b.from),
      ),
    )
  }, [faults, view])
  const said = JSON.stringify(attributes)
  useEffect(() => {
    const effects = described.current.reconfigure(EditorView.contentAttributes.of(JSON.parse(said) as Attributes))
    view.current?.dispatch({ effects })
  }, [said, view])
  return <div ref={place} className="yaml-editor" />
}

type DifferenceProps = {
  /** Undefined: there was nothing, and all of it is shown as it is. */
  before: string | undefined
  after: string
  label: string
  /** Of the lines between the changes; `$` is their number. */
  unchanged: string
}

/** What became of one text in another. */
export const YamlDifference = ({ before, after, label, unchanged }: DifferenceProps) => {
  const { place } = useView(
    () => [
      read(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorState.phrases.of({ '$ unchanged lines': unchanged }),
      before === undefined
        ? []
        : unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
    ],
    after,
  )
  return <div ref={place} className="yaml-editor" />
}

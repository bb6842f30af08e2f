// Letters that are typed on a menu or a tree go to the item that begins with all of them (WAI-ARIA typeahead); the same
// letter again and again goes round those that begin with it.
import { type KeyboardEvent, useRef } from 'react'
import { plainText } from '#web/lib/plain-text.ts'

/** So long after a letter the next one begins anew. */
const pause = 700

type TypedAhead = { readonly text: string; readonly at: number }
export const nothingTyped: TypedAhead = { text: '', at: -Infinity }

const plain = (text: string) => plainText(text).trim()

/** A blank is a letter of a word that has begun, and a key of its own otherwise. */
export const typeAhead = (before: TypedAhead, key: string, now: number): TypedAhead | undefined => {
  const text = now - before.at < pause ? before.text : ''
  return key.length !== 1 || (key === ' ' && text === '') ? undefined : { text: text + key, at: now }
}

/** From where the focus is: the first letter goes on to the next one, the others stay while it still fits. */
export const findAhead = (labels: readonly string[], from: number, typed: string) => {
  const text = plain(typed)
  const repeated = text !== '' && [...text].every((letter) => letter === text[0])
  const wanted = repeated ? text.slice(0, 1) : text
  const first = Math.max(0, repeated ? from + 1 : from)
  const found = [...labels.slice(first), ...labels.slice(0, first)].findIndex((label) =>
    plain(label).startsWith(wanted),
  )
  return found < 0 || wanted === '' ? undefined : (first + found) % labels.length
}

/**
 * Which of the labels a key leads to; `undefined` where it is no letter of any. A blank inside of a word stays there.
 */
export const useTypeahead = () => {
  const typed = useRef(nothingTyped)
  return ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, labels: readonly string[], from: number) => {
    if (altKey || ctrlKey || metaKey) return undefined
    const next = typeAhead(typed.current, key, performance.now())
    if (!next) return undefined
    typed.current = next
    return findAhead(labels, from, next.text) ?? (key === ' ' ? from : undefined)
  }
}

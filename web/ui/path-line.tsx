// The way down to something in one line. Where the room ends, whole steps are left out of its middle; what is nearest
// says most and stays. A screen reader gets all of it, and so does the bubble.
import { useLayoutEffect, useRef, useState } from 'react'
import { tip } from './tip.tsx'
import './path-line.css'

const joined = (steps: readonly string[]) => steps.join(' › ')

/** From the whole way down to its last step. */
const shorter = (steps: readonly string[]) => [
  steps,
  ...steps.slice(2, -1).map((_, left) => [...steps.slice(0, 1), '…', ...steps.slice(left + 2)]),
  ...(steps.length > 2 ? [[...steps.slice(0, 1), '…', ...steps.slice(-1)]] : []),
  ...(steps.length > 1 ? [['…', ...steps.slice(-1)]] : []),
]

const canvas = document.createElement('canvas').getContext('2d')

const widthOf = (text: string, font: string) => {
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(text).width
}

const asFits = (steps: readonly string[], { width, font }: { width: number; font: string }) => {
  const ways = shorter(steps).map(joined)
  return ways.find((way) => Math.ceil(widthOf(way, font)) <= width) ?? ways.at(-1) ?? ''
}

/** One observer for the lines of all rows. */
const resized = new WeakMap<Element, (width: number) => void>()
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) resized.get(target)?.(contentRect.width)
})

export const PathLine = ({ titles }: { titles: readonly string[] }) => {
  const path = joined(titles)
  // A title may have the sign between two of them, but no line break.
  const lines = titles.join('\n')
  const line = useRef<HTMLElement>(null)
  const [shown, show] = useState(path)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    const font = `${fontWeight} ${fontSize} ${fontFamily}`
    const steps = lines.split('\n')
    const fit = (width: number) => show(asFits(steps, { width, font }))
    fit(element.clientWidth)
    resized.set(element, fit)
    observer.observe(element)
    return () => observer.unobserve(element)
  }, [lines])
  const whole = shown === path
  return (
    <small className="path" ref={line} {...tip(whole ? undefined : path)}>
      {/* It keeps the room that the whole would take, or a column would shrink with what it shows. */}
      {!whole && <span className="path-all">{path}</span>}
      <span className="path-shown" aria-hidden={!whole}>
        {shown}
      </span>
    </small>
  )
}

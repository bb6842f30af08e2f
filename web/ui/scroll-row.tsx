// A row that may be longer than its place: what is cut fades away, an arrow beside it brings it into sight, and so does
// the keyboard, which walks the row by itself. What is chosen is in sight from the start.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import './scroll-row.css'

type Cut = { readonly start: boolean; readonly end: boolean }

const whole: Cut = { start: false, end: false }

const cutOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Cut => ({
  start: scrollLeft > 1,
  end: scrollLeft + clientWidth < scrollWidth - 1,
})

/** What is measured anew whenever the row is scrolled or gets another size or other words. */
const useCut = () => {
  const row = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState(whole)
  useLayoutEffect(() => {
    const shown = row.current
    if (!shown) return undefined
    const measure = () => {
      const now = cutOf(shown)
      setCut((before) => (before.start === now.start && before.end === now.end ? before : now))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(shown)
    for (const child of shown.children) sizes.observe(child)
    shown.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      shown.removeEventListener('scroll', measure)
    }
  }, [])
  return { row, cut }
}

const Step = ({ to, onStep }: { to: 'start' | 'end'; onStep: () => void }) => (
  // For the pointer: the keyboard reaches every item by itself.
  <button type="button" className={`scroll-step ${to}`} aria-hidden="true" tabIndex={-1} onClick={onStep}>
    {to === 'start' ? <ChevronLeft size={18} /> : <ChevronRight size={18} />}
  </button>
)

type Props = ComponentProps<'div'> & {
  /** Changes with what is chosen: the element that is marked as it is brought into sight. */
  chosen: string
}

const mark = '[aria-selected=true], [aria-current]'

export const ScrollRow = ({ chosen, className = '', ...row }: Props) => {
  const { row: ref, cut } = useCut()
  useEffect(() => {
    const shown = ref.current
    const here = shown?.querySelector<HTMLElement>(mark)
    if (shown && here)
      shown.scrollTo({ left: here.offsetLeft - (shown.clientWidth - here.offsetWidth) / 2, behavior: 'instant' })
  }, [chosen, ref])
  const step = (direction: 1 | -1) => () => ref.current?.scrollBy({ left: direction * ref.current.clientWidth * 0.7 })
  return (
    <div className="scroll-row" data-cut-start={cut.start} data-cut-end={cut.end}>
      {cut.start && <Step to="start" onStep={step(-1)} />}
      <div {...row} ref={ref} className={`scroll-row-in ${className}`} />
      {cut.end && <Step to="end" onStep={step(1)} />}
    </div>
  )
}

// A part of a page that is loaded when it is shown. Where it does not come, that is said in its own place, and it can
// be asked for again: the page around it stays, and what was typed there.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

export type PartErrorProps = {
  error: unknown
  onRetry: () => void
  /** Of the dialog or drawer that would stand there. */
  onClose?: () => void
}

export type BoundaryProps = {
  onClose?: (() => void) | undefined
  /** What is shown: something else is drawn, whatever threw before. */
  of?: string
  children: ReactNode
}

let PartError: ComponentType<PartErrorProps> | undefined
let Boundary: ComponentType<BoundaryProps> = ({ children }) => children

/** They come with the page of errors, ahead of any. Before that, nothing was typed, and an error is the page's. */
export const showPartErrorsBy = (Shown: ComponentType<PartErrorProps>, Around: ComponentType<BoundaryProps>) => {
  PartError = Shown
  Boundary = Around
}

/** What throws while it is drawn says so in its own place. As it is when it is first shown: it would lose its state. */
export const PartBoundary = (part: BoundaryProps) => {
  const [Around] = useState(() => Boundary)
  return <Around {...part} />
}

/** A part with `onClose` is a dialog or a drawer, and so is what is said in its place. */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>, waiting?: ReactNode) => {
  let Part: ComponentType<P> | undefined
  return (part: P & { onClose?: () => void }) => {
    const [failed, fail] = useState<{ error: unknown }>()
    const [, come] = useState(false)
    useEffect(() => {
      if (Part || failed) return
      load().then(
        (Loaded) => {
          Part = Loaded
          come(true)
        },
        (error: unknown) => fail({ error }),
      )
    }, [failed])
    if (Part)
      return (
        <PartBoundary {...part}>
          <Part {...part} />
        </PartBoundary>
      )
    if (!failed) return waiting
    if (!PartError) throw failed.error
    return <PartError {...part} error={failed.error} onRetry={() => fail(undefined)} />
  }
}

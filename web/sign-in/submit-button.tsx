// The primary button of a view. While it works it stays focusable and says what it does.
import type { ReactNode } from 'react'

type Props = { children: ReactNode; busy: string | undefined }

export const SubmitButton = ({ children, busy }: Props) => (
  <>
    <button
      type="submit"
      className="btn pri"
      aria-disabled={busy !== undefined}
      onClick={(event) => busy && event.preventDefault()}
    >
      {busy ? (
        <>
          <i className="spin" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
    <span className="sr" role="status">
      {busy}
    </span>
  </>
)

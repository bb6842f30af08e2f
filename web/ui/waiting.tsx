// The spinner of a whole page, with the words for it.

export const Waiting = ({ children }: { children?: string }) => (
  <div className="wait" role="status">
    <i className="spin" aria-hidden="true" />
    <span>{children}</span>
  </div>
)

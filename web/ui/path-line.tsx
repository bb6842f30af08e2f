// The way down to something in one line. What is nearest says most: where the room ends, the beginning is left out.
import './path-line.css'

export const PathLine = ({ titles }: { titles: readonly string[] }) => {
  const path = titles.join(' › ')
  return (
    <small className="path" title={path}>
      <bdi dir="ltr">{path}</bdi>
    </small>
  )
}

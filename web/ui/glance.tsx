// What there is to know of an entity besides what its form changes.
import { type ReactNode, useId } from 'react'
import './glance.css'

type Props = { title: string; lines: readonly (readonly [label: string, value: ReactNode])[]; children?: ReactNode }

export const Glance = ({ title, lines, children }: Props) => {
  const id = useId()
  return (
    <section className="card glance" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

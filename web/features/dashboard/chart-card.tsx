// A chart with its title: read again, as a table, and over the whole window (R2.5-20).
import { type LucideIcon, Maximize2, Minimize2, RefreshCw, TableProperties, ZoomIn } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { PartBoundary } from '#web/ui/lazily.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** The numbers of a chart: a heading for each column, and a row for each mark. */
type ChartTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }

type Props = {
  title: string
  subtitle?: ReactNode
  table: ChartTable
  reading: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  zoom?: boolean
  empty: string
  /** Drawn larger where it has the whole window. */
  children: (large: boolean) => ReactNode
}

const Numbers = ({ title, table: { columns, rows } }: Pick<Props, 'title' | 'table'>) => (
  <div className="chart-table">
    <table className="tbl" aria-label={title}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, at) => (
              <td key={columns[at + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Body = ({ title, table, reading, empty, children, asTable, large }: Props & ChartView) => {
  if (reading.isPending) return <div className="chart-wait" aria-hidden="true" />
  if (reading.error) return <FailureAlert error={reading.error} onRetry={() => void reading.refetch()} />
  if (table.rows.length === 0) return <p className="mut chart-empty">{empty}</p>
  return asTable ? <Numbers title={title} table={table} /> : children(large)
}
type ChartView = { asTable: boolean; large: boolean }

type ButtonProps = { name: 'refresh' | 'asTable' | 'zoom' | 'fullScreen' | 'smaller'; title: string; icon: LucideIcon }

const IconButton = ({ name, title, icon: Icon, ...button }: ButtonProps & ComponentProps<'button'>) => {
  const { t } = useTranslation('dashboard')
  return (
    <button {...button} type="button" className="ic" aria-label={t(name, { title })} data-tip={t(`${name}Short`)}>
      <Icon size={16} aria-hidden="true" />
    </button>
  )
}

/** The login chart is zoomed, the others fill the window: one thing by two names. */
const sizes = (zoom: boolean, large: boolean): Pick<ButtonProps, 'name' | 'icon'> => {
  if (large) return { name: 'smaller', icon: Minimize2 }
  return zoom ? { name: 'zoom', icon: ZoomIn } : { name: 'fullScreen', icon: Maximize2 }
}

export const ChartCard = (props: Props) => {
  const { title, subtitle, reading, zoom = false } = props
  const [asTable, setAsTable] = useState(false)
  const [large, setLarge] = useState(false)
  const heading = useId()
  const content = (
    <>
      <div className="ch">
        <div>
          <h2 id={heading}>{title}</h2>
          {subtitle && <p>{subtitle}</p>}
        </div>
        <IconButton
          name="refresh"
          title={title}
          icon={RefreshCw}
          aria-busy={reading.isFetching}
          onClick={() => void reading.refetch()}
        />
        <IconButton
          name="asTable"
          title={title}
          icon={TableProperties}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
        <IconButton {...sizes(zoom, large)} title={title} onClick={() => setLarge(!large)} />
      </div>
      <PartBoundary of={String(asTable)}>
        <Body {...props} asTable={asTable} large={large} />
      </PartBoundary>
    </>
  )
  if (large)
    return (
      <Modal className="chart chart-large" aria-labelledby={heading} closable onEscape={() => setLarge(false)}>
        {content}
      </Modal>
    )
  return (
    <section className="card chart" aria-labelledby={heading}>
      {content}
    </section>
  )
}

// /admin: what goes on, what waits, and the ways on (R2.5-17 … R2.5-25). Each part is there for those who may read it.
import type { ReactNode } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import { useMay } from '#web/lib/use-access.ts'
import { AdministratorsByArea, AdministratorsChart } from './administrators-chart.tsx'
import { LoginChart } from './login-chart.tsx'
import { type Tile, Tiles } from './tiles.tsx'
import { CallsChart, ConnectedChart } from './use-charts.tsx'
import './dashboard.css'

export const Dashboard = ({ tiles, children }: { tiles: readonly Tile[]; children?: ReactNode }) => {
  const sees = { series: useMay(dashboard.adminPerApp), calls: useMay(dashboard.externalApiAccess) }
  return (
    <div className={sees.series ? 'dash' : 'dash few'}>
      {sees.series && (
        <div className="dash-left">
          <LoginChart />
          <div className="dash-two">
            <ConnectedChart />
            <div className="dash-stack">
              <AdministratorsChart />
              <AdministratorsByArea />
            </div>
          </div>
        </div>
      )}
      <div className="dash-right">
        <Tiles tiles={tiles} />
        {sees.calls && <CallsChart />}
      </div>
      {children}
    </div>
  )
}

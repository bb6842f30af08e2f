// /admin: what goes on, what waits, and the ways on (R2.5-17 … R2.5-25). Each part is there for those who may read it.
import type { ReactNode } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import { logs } from '#contract/logs.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/use-access.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { AdministratorsByArea, AdministratorsChart } from './administrators-chart.tsx'
import { LoginChart } from './login-chart.tsx'
import { LooksWrong } from './looks-wrong.tsx'
import { type Tile, Tiles } from './tiles.tsx'
import { CallsChart, ConnectedChart } from './use-charts.tsx'
import './dashboard.css'

const LastChanges = lazily(async () => {
  const changes = import('./last-changes.tsx')
  await addTexts('event-names')
  return (await changes).LastChanges
})

export const Dashboard = ({ tiles, children }: { tiles: readonly Tile[]; children?: ReactNode }) => {
  const sees = {
    series: useMay(dashboard.adminPerApp),
    calls: useMay(dashboard.externalApiAccess),
    log: useMay(logs.system),
  }
  return (
    <div className={sees.series ? 'dash' : 'dash few'}>
      <LooksWrong />
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
          {sees.log && <LastChanges />}
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

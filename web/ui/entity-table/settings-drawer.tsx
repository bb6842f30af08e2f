// How one likes this table: rows a page, density, columns; kept in the browser (R2.5-56, R3.3-02, R9-02).
import { useTranslation } from 'react-i18next'
import { Drawer } from '../drawer.tsx'
import type { Table } from './use-table.ts'
import { densities, pageSizes } from './use-list-state.ts'

export const SettingsDrawer = <R,>({
  table: { list, settings, changeSettings, state },
  onClose,
}: {
  table: Table<R>
  onClose: () => void
}) => {
  const { t } = useTranslation('table')
  const toggle = (key: string, shown: boolean) =>
    changeSettings({ hidden: shown ? settings.hidden.filter((one) => one !== key) : [...settings.hidden, key] })
  return (
    <Drawer side="right" width={360} title={t('settings')} onClose={onClose}>
      <div className="et-settings">
        <fieldset>
          <legend>{t('density')}</legend>
          {densities.map((density) => (
            <label key={density} className="et-check">
              <input
                type="radio"
                name="density"
                checked={settings.defaultTableSize === density}
                onChange={() => changeSettings({ defaultTableSize: density })}
              />
              {t(`density-${density}`)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('rowsPerPage')}</legend>
          {pageSizes.map((size) => (
            <label key={size} className="et-check">
              <input
                type="radio"
                name="size"
                checked={settings.defaultPageSize === size}
                onChange={() => {
                  changeSettings({ defaultPageSize: size })
                  state.set({ size: undefined })
                }}
              />
              {size}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('columns')}</legend>
          {list.columns.map(({ key, title }, index) => (
            <label key={key} className="et-check">
              <input
                type="checkbox"
                checked={!settings.hidden.includes(key)}
                disabled={index === 0}
                onChange={({ target }) => toggle(key, target.checked)}
              />
              {title}
            </label>
          ))}
        </fieldset>
      </div>
    </Drawer>
  )
}

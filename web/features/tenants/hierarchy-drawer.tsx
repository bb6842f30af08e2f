// The tree where there is no room beside the page.
import { useTranslation } from 'react-i18next'
import { Drawer } from '#web/ui/drawer.tsx'
import { TreePanel } from './tree/tree-panel.tsx'

type Props = { side: 'left' | 'right'; current?: string; onClose: () => void }

export const HierarchyDrawer = ({ side, current, onClose }: Props) => {
  const { t } = useTranslation('tenants')
  return (
    <Drawer title={t('hierarchy')} side={side} width={420} onClose={onClose}>
      <TreePanel bare {...(current !== undefined && { current })} onOpened={onClose} />
    </Drawer>
  )
}

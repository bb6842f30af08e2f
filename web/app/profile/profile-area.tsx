// The pages below /profile beside their menu.
import { Outlet } from '@tanstack/react-router'
import { PageMain } from '../shell/page-main.tsx'
import { useProfileMenu } from './profile-menu.tsx'
import { SideMenu } from './side-menu.tsx'
import './profile-area.css'

export const ProfileArea = () => (
  <div className="with-side">
    <SideMenu entries={useProfileMenu()} />
    <PageMain>
      <Outlet />
    </PageMain>
  </div>
)

// The pages below /profile beside their menu.
import { Outlet } from '@tanstack/react-router'
import { useProfileMenu } from './profile-menu.tsx'
import { SideMenu } from './side-menu.tsx'
import './profile-area.css'

export const ProfileArea = () => (
  <div className="with-side">
    <SideMenu entries={useProfileMenu()} />
    <Outlet />
  </div>
)

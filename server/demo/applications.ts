// The sibling applications of the group (specification 2.1).
import type { DemoApplication } from './application.ts'
import { consultingApplications } from './consulting-applications.ts'
import { officeApplications } from './office-applications.ts'

export const demoApplications: readonly DemoApplication[] = [...consultingApplications, ...officeApplications]

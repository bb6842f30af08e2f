// The sheets of the copy of somebody's data, in their order. Whoever keeps more of people adds a line.
import { accessTokensData, tokenUseData } from '#server/features/access-tokens/access-tokens.public.ts'
import { profileData } from '#server/features/accounts/accounts.public.ts'
import { scopesData } from '#server/features/application-access/application-access.public.ts'
import { ownedApplicationsData } from '#server/features/applications/applications.public.ts'
import { authenticatorsData } from '#server/features/authenticators/authenticators.public.ts'
import { activityData, signInsData } from '#server/features/audit/audit.public.ts'
import { endedAccountsData } from '#server/features/deprovisioning/deprovisioning.public.ts'
import { directoryData } from '#server/features/directory/directory.public.ts'
import { disclaimersData } from '#server/features/disclaimers/disclaimers.public.ts'
import { rolesData } from '#server/features/effective-access/effective-access.public.ts'
import { groupsData } from '#server/features/groups/groups.public.ts'
import { favouritesData, homePageData } from '#server/features/hub/hub.public.ts'
import { impersonationsData } from '#server/features/impersonation/impersonation.public.ts'
import { notificationsData, processesData } from '#server/features/notifications/notifications.public.ts'
import { requestsData } from '#server/features/operation-requests/operation-requests.public.ts'
import { pictureData } from '#server/features/profile/profile.public.ts'
import { rightsData } from '#server/features/rights/rights.public.ts'
import { sessionLogData, sessionsData } from '#server/features/sessions/sessions.public.ts'
import type { PersonalData } from '#server/downloads/personal-data.ts'

export const sections: readonly PersonalData[] = [
  profileData,
  pictureData,
  rolesData,
  scopesData,
  groupsData,
  directoryData,
  ownedApplicationsData,
  favouritesData,
  homePageData,
  requestsData,
  disclaimersData,
  rightsData,
  signInsData,
  authenticatorsData,
  sessionsData,
  sessionLogData,
  endedAccountsData,
  impersonationsData,
  accessTokensData,
  tokenUseData,
  notificationsData,
  processesData,
  activityData,
]

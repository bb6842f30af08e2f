// One line per feature: its endpoints, who answers them, and what follows from its audit events.
import { accessHistory } from '#contract/access-history.ts'
import { accessPreview } from '#contract/access-preview.ts'
import { effectiveAccess } from '#contract/effective-access.ts'
import { accessPolicies } from '#contract/access-policies.ts'
import { accessTokens } from '#contract/access-tokens.ts'
import { applicationAccess } from '#contract/application-access.ts'
import { applicationRoles } from '#contract/application-roles.ts'
import { applications } from '#contract/applications.ts'
import { areas } from '#contract/areas.ts'
import { authenticators } from '#contract/authenticators.ts'
import { consultants } from '#contract/consultants.ts'
import { dashboard } from '#contract/dashboard.ts'
import { draftUsers } from '#contract/draft-users.ts'
import { deprovisioning } from '#contract/deprovisioning.ts'
import { disclaimers } from '#contract/disclaimers.ts'
import { groups } from '#contract/groups.ts'
import { hub } from '#contract/hub.ts'
import { impersonation } from '#contract/impersonation.ts'
import { logs } from '#contract/logs.ts'
import { members } from '#contract/members.ts'
import { notifications } from '#contract/notifications.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import { profile } from '#contract/profile.ts'
import { rights } from '#contract/rights.ts'
import { profileChanges } from '#contract/profile-changes.ts'
import { requestImports } from '#contract/request-imports.ts'
import { runtime } from '#contract/runtime.ts'
import { signIn } from '#contract/sign-in.ts'
import { stepUp } from '#contract/step-up.ts'
import { permissions } from '#contract/permissions.ts'
import { accessRequests } from '#contract/access-requests.ts'
import { rehearsal } from '#contract/rehearsal.ts'
import { requestable } from '#contract/requestable.ts'
import { requestReview } from '#contract/request-review.ts'
import { personalData } from '#contract/personal-data.ts'
import { policyDocuments } from '#contract/policy-documents.ts'
import { securityConfig } from '#contract/security-config.ts'
import { sessions } from '#contract/sessions.ts'
import { tenants } from '#contract/tenants.ts'
import { users } from '#contract/users.ts'
import { webhooks } from '#contract/webhooks.ts'
import { type Feature, feature, withProcesses } from '#server/kernel/use-case.ts'
import * as effectiveAccessUseCases from './features/effective-access/effective-access.ts'
import * as accessChangeUseCases from './features/access-history/changes.ts'
import * as undoUseCases from './features/access-history/undo.ts'
import * as accessPreviewUseCases from './features/access-preview/access-preview.ts'
import * as accessPolicyUseCases from './features/access-policies/access-policies.ts'
import * as accessTokenUseCases from './features/access-tokens/access-tokens.ts'
import * as applicationAccessUseCases from './features/application-access/application-access.ts'
import * as applicationUseCases from './features/applications/applications.ts'
import * as applicationRoleUseCases from './features/application-roles/application-roles.ts'
import * as areaUseCases from './features/areas/areas.ts'
import * as authenticatorUseCases from './features/authenticators/authenticators.ts'
import { iconUploads as applicationUploads } from './features/applications/presentation.ts'
import * as consultantUseCases from './features/consultants/consultants.ts'
import * as draftUserUseCases from './features/operation-requests/draft-users.ts'
import { adminReportKind } from './features/dashboard/admin-report.ts'
import * as dashboardUseCases from './features/dashboard/dashboard.ts'
import { deprovisioningReactions } from './features/deprovisioning/deprovisioning.reactions.ts'
import * as deprovisioningUseCases from './features/deprovisioning/deprovisioning.ts'
import * as disclaimerUseCases from './features/disclaimers/disclaimers.ts'
import { bulkInsertGroupMembers, groupUploads } from './features/groups/group-import.ts'
import * as groupUseCases from './features/groups/groups.ts'
import * as hubUseCases from './features/hub/hub.ts'
import { begin, enabled, identifyAs } from './features/impersonation/impersonation.ts'
import { end } from './features/impersonation/end-impersonation.ts'
import * as logUseCases from './features/logs/logs.ts'
import { exportMembersProcess } from './features/members/member-export.ts'
import * as memberUseCases from './features/members/members.ts'
import { processReactions } from '#server/features/notifications/notifications.public.ts'
import * as notificationUseCases from './features/notifications/notifications.ts'
import { requestReactions } from './features/operation-requests/operation-requests.reactions.ts'
import * as accessRequestUseCases from './features/operation-requests/access-requests.ts'
import * as rehearsalUseCases from './features/rehearsal/rehearsal.ts'
import * as requestableUseCases from './features/operation-requests/requestable.ts'
import * as requestReviewUseCases from './features/request-review/request-review.ts'
import * as operationRequestUseCases from './features/operation-requests/operation-requests.ts'
import {
  bulkInsertRequests,
  bulkInsertUsersAndRequests,
  requestUploads,
} from './features/operation-requests/request-imports.ts'
import * as requestImportUseCases from './features/operation-requests/request-imports.ts'
import * as profileUseCases from './features/profile/profile.ts'
import { rightsReactions } from './features/rights/rights.reactions.ts'
import * as rightsUseCases from './features/rights/rights.ts'
import * as personalDataUseCases from './features/personal-data/personal-data.ts'
import * as policyUseCases from './features/security-config/policies.ts'
import * as securityConfigUseCases from './features/security-config/security-config.ts'
import * as sessionUseCases from './features/sessions/own-sessions.ts'
import * as runtimeUseCases from './features/runtime/runtime.ts'
import * as signInUseCases from './features/sign-in/sign-in.ts'
import { exportTenantsKind } from './features/tenants/tenant-export.ts'
import { insertGroupsWithTenant, insertUsersWithTenant } from './features/permissions/permission-import.ts'
import * as permissionUseCases from './features/permissions/permissions.ts'
import * as tenantUseCases from './features/tenants/tenants.ts'
import { bulkInsertUsers } from './features/users/user-import.ts'
import * as userUseCases from './features/users/users.ts'
import { webhookReactions } from './features/webhooks/webhooks.reactions.ts'
import * as webhookUseCases from './features/webhooks/webhooks.ts'
import * as stepUpUseCases from './features/sign-in/step-up.ts'
import { signInReactions } from './features/sign-in/sign-in.reactions.ts'

export const features: readonly Feature[] = [
  feature('runtime', runtime, runtimeUseCases),
  feature('sign-in', signIn, signInUseCases, signInReactions),
  feature('step-up', stepUp, stepUpUseCases),
  feature('authenticators', authenticators, authenticatorUseCases),
  feature('hub', hub, hubUseCases),
  feature('profile', { ...profile, ...profileChanges }, profileUseCases),
  feature('sessions', sessions, sessionUseCases),
  withProcesses(feature('personal-data', personalData, personalDataUseCases), [personalDataUseCases.exportMyData]),
  feature('areas', areas, areaUseCases),
  { ...feature('applications', applications, applicationUseCases), beforeUpload: applicationUploads },
  feature('application-roles', applicationRoles, applicationRoleUseCases),
  feature('application-access', applicationAccess, applicationAccessUseCases),
  withProcesses(feature('users', users, userUseCases), [bulkInsertUsers]),
  feature('access-preview', accessPreview, accessPreviewUseCases),
  feature('access-history', accessHistory, { ...accessChangeUseCases, ...undoUseCases }),
  withProcesses(feature('tenants', tenants, tenantUseCases), [exportTenantsKind]),
  withProcesses(feature('members', members, memberUseCases), [exportMembersProcess]),
  withProcesses(feature('permissions', permissions, permissionUseCases), [
    insertUsersWithTenant,
    insertGroupsWithTenant,
  ]),
  feature('notifications', notifications, notificationUseCases, processReactions),
  { ...withProcesses(feature('groups', groups, groupUseCases), [bulkInsertGroupMembers]), beforeUpload: groupUploads },
  feature('effective-access', effectiveAccess, effectiveAccessUseCases),
  feature('access-tokens', accessTokens, accessTokenUseCases),
  feature('operation-requests', operationRequests, operationRequestUseCases, requestReactions),
  {
    ...withProcesses(feature('request-imports', requestImports, requestImportUseCases), [
      bulkInsertRequests,
      bulkInsertUsersAndRequests,
    ]),
    beforeUpload: requestUploads,
  },
  feature('draft-users', draftUsers, draftUserUseCases),
  feature('consultants', consultants, consultantUseCases),
  withProcesses(feature('dashboard', dashboard, dashboardUseCases), [adminReportKind]),
  feature('disclaimers', disclaimers, disclaimerUseCases),
  feature('rights', rights, rightsUseCases, rightsReactions),
  feature('access-requests', accessRequests, accessRequestUseCases),
  feature('requestable', requestable, requestableUseCases),
  feature('request-review', requestReview, requestReviewUseCases),
  feature(
    'security-config',
    { ...securityConfig, ...policyDocuments },
    { ...securityConfigUseCases, ...policyUseCases },
  ),
  feature('access-policies', accessPolicies, accessPolicyUseCases),
  feature('rehearsal', rehearsal, rehearsalUseCases),
  withProcesses(feature('logs', logs, logUseCases), [logUseCases.verifyAuditLog]),
  feature('deprovisioning', deprovisioning, deprovisioningUseCases, deprovisioningReactions),
  feature('webhooks', webhooks, webhookUseCases, webhookReactions),
  feature('impersonation', impersonation, { enabled, identifyAs, begin, end }),
]

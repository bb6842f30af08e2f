// Which applications the hub shows, to whom, and in answer to which search (R4.6). Values in, values out.
import { isAllowed } from '#contract/policies.ts'
import type { HubItem } from '#contract/hub.ts'
import { plainText } from '#web/lib/plain-text.ts'

const identityApp = 1

type Viewer = { roles: readonly string[]; prerelease: boolean }

/** R4.6-05, A-114: in both sections. */
const released =
  ({ prerelease }: Viewer) =>
  (app: HubItem) =>
    prerelease || !app.prerelease

/** R4.6-04, R4.6-08 */
export const accessible = (apps: readonly HubItem[], viewer: Viewer) =>
  apps
    .filter(released(viewer))
    .filter(
      ({ id, hasAccess }) => hasAccess && (id !== identityApp || isAllowed('seesIdentityManagement', viewer.roles)),
    )

/** R2.4-10 */
export const toAskFor = (apps: readonly HubItem[], viewer: Viewer) =>
  apps.filter(released(viewer)).filter(({ hasAccess, publicUrl }) => !hasAccess && !!publicUrl)

/** R2.4-17: the drawer shows Identity Management to administrators only. */
export const inDrawer = (apps: readonly HubItem[], viewer: Viewer) =>
  accessible(apps, viewer).filter(
    ({ id, title }) =>
      (id !== identityApp && title !== 'Identity Management') ||
      isAllowed('seesIdentityManagementInDrawer', viewer.roles),
  )

/** all without access, with or without a public address. */
export const requestableInDrawer = (apps: readonly HubItem[], viewer: Viewer) =>
  apps.filter(released(viewer)).filter(({ hasAccess }) => !hasAccess)

/** Every word, in the title or the description, whatever its accents. */
export const matching = (apps: readonly HubItem[], search: string) => {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  return apps.filter(({ title, description }) => {
    const text = plainText(`${title} ${description}`)
    return words.every((word) => text.includes(word))
  })
}

type Home = { apps: readonly HubItem[]; clientPortalAppId: number | null; area: string; viewer: Viewer }

/** R4.6-01, R4.6-02: where the home page sends its reader, if anywhere; nobody passes a disclaimer by it (R2.5-48). */
export const homeRedirect = ({ apps, clientPortalAppId, area, viewer }: Home): string | undefined => {
  const own = accessible(apps, viewer)
  const portal = apps.find(({ id }) => id === clientPortalAppId)
  if (area === 'Customers' && portal?.privateUrl && !own.some(({ id }) => id === identityApp)) return portal.privateUrl
  const [only, ...others] = own.filter(({ prerelease }) => !prerelease)
  return only && others.length === 0 && only.id !== identityApp && !only.disclaimer
    ? (only.privateUrl ?? undefined)
    : undefined
}

/** R4.6-07: the same list with one application elsewhere. */
export const moved = (ids: readonly number[], from: number, to: number) => {
  const rest = ids.filter((_id, index) => index !== from)
  const id = ids[from]
  return id === undefined ? [...ids] : [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** In the order of the ids; what they do not name keeps its place after them. */
export const inOrder = (apps: readonly HubItem[], ids: readonly number[]) => {
  const place = new Map(ids.map((id, index) => [id, index]))
  const last = ids.length
  return apps
    .map((app, index) => ({ app, index }))
    .sort((a, b) => (place.get(a.app.id) ?? last) - (place.get(b.app.id) ?? last) || a.index - b.index)
    .map(({ app }) => app)
}

// What the page of a tenant takes from here, loaded with its texts when it is shown: the tab, and the button in its
// head.
import { addTexts } from '#web/lib/i18n.ts'
import { lazily } from '#web/ui/lazily.tsx'
import type { Identity } from './rules.ts'

const texts = () => Promise.all([addTexts('members'), addTexts('table')])

const List = lazily(
  async () => (await Promise.all([import('./members-list.tsx'), texts()]))[0].MembersList,
  <div className="card" style={{ minHeight: 320 }} aria-busy="true" />,
)

/** As wide as the button, about: what is below moves by no line when it comes. */
const place = <span className="b pri" style={{ visibility: 'hidden', width: 170 }} />
const Button = lazily(
  async () => (await Promise.all([import('./add-member-button.tsx'), texts()]))[0].AddMemberButton,
  place,
)

type ExplainProps = {
  /** Answers why somebody has what they have here; without it there is no such entry. */
  onExplain?: (identity: Identity) => void
}
type TabProps = ExplainProps & {
  tenantId: string
  tenantTitle: string
  /** `page`: the page has an AddMemberButton of its own in its head. */
  adding?: 'page'
}

export const MembersTab = ({ tenantId, tenantTitle, adding, onExplain }: TabProps) => (
  <List key={tenantId} tenant={{ id: tenantId, title: tenantTitle }} adding={adding} onExplain={onExplain} />
)

export const AddMemberButton = ({
  tenantId,
  tenantTitle,
  onExplain,
}: ExplainProps & { tenantId: string; tenantTitle: string }) => (
  <Button tenant={{ id: tenantId, title: tenantTitle }} {...(onExplain && { onExplain })} />
)

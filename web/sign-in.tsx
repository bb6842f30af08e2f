// Entry of the account document: sign-in, logout, new password, access denied. It never pulls the portal.
import { createRoot } from 'react-dom/client'
import '#web/ui/base.css'
import { startTexts } from '#web/lib/i18n.ts'
import { startTheme } from '#web/lib/theme.ts'
import { Account } from '#web/sign-in/account.tsx'
import { readConfiguration } from '#web/sign-in/configuration.ts'
import { wishedLanguage } from '#web/sign-in/request.ts'

startTheme()
const texts = startTexts(['sign-in'], wishedLanguage())
const configuration = readConfiguration()
// Back after signing in: the browser may show the page as it was left, in the middle of a call.
addEventListener('pageshow', (event) => event.persisted && location.reload())

const root = document.getElementById('root')
if (!root) throw new Error('account.html has no #root')
await texts
createRoot(root).render(<Account configuration={configuration} />)

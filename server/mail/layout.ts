// The letterhead: one column of 600 px in tables, readable without style sheets, in light and dark, with no outside
// image.
import { localeOf } from '#contract/kernel/locale.ts'
import type { Language } from '#contract/kernel/language.ts'
import { escapeHtml, placing, styled } from './html.ts'
import { font, htmlOf, paragraph, textOf, type Block } from './blocks.ts'
import { nameOf, messages } from './messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

type MailLayout = {
  readonly language: Language
  /** The reader's name, for the greeting. */
  readonly name: string
  readonly subject: string
  /** What inboxes show beside the subject; never a secret, since lock screens show it too. */
  readonly preview: string
  readonly heading: string
  readonly blocks: readonly Block[]
}

export const letter = (content: MailLayout): MailContent => {
  const { greeting, colon = ':', footer } = messages[content.language]
  const hello = greeting(nameOf(content.name))
  const paragraphs = content.blocks.map((block) => textOf(block, colon))
  return {
    subject: content.subject,
    text: `${[hello, ...paragraphs, `-- \nPortico\n${footer}`].join('\n\n')}\n`,
    html: page(content, paragraph(hello) + content.blocks.map(htmlOf).join('')),
  }
}

const tile = styled(
  'width:36px',
  'height:29px',
  'padding:0 0 7px',
  'border-radius:10px',
  'background:#2B4AE0',
  'line-height:0',
  'font-size:0',
)
const arch = (radius: string, ...declarations: readonly string[]) =>
  `<div ${styled(...declarations, 'border-bottom:0', `border-radius:${radius} ${radius} 0 0`)}>`
/** Two arches on a cobalt tile out of borders: mail programs block images and strip SVG. */
const mark = [
  placing(),
  `><tr><td width="36" height="29" align="center" valign="bottom" bgcolor="#2B4AE0" ${tile}>`,
  arch('11px', 'width:15px', 'height:19px', 'margin:0 auto', 'border:3px solid #FFFFFF'),
  arch('5px', 'width:3px', 'height:12px', 'margin:4px auto 0', 'border:3px solid #AEBAF3'),
  '</div></div></td></tr></table>',
].join('')

const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  @media (max-width: 480px) {
    .p-outer { padding: 20px 12px 32px !important }
    .p-card { padding: 26px 20px 10px !important }
    .p-code { font-size: 30px !important; letter-spacing: .18em !important }
  }
  @media (prefers-color-scheme: dark) {
    .p-page { background: #0B1020 !important }
    .p-card { background: #121831 !important; border-color: #28314F !important }
    .p-head, .p-text { color: #E8ECF8 !important }
    .p-soft { color: #B3BCD6 !important }
    .p-mute { color: #8C97B8 !important }
    .p-link { color: #9DB0FF !important }
    .p-panel { background: #182040 !important }
    .p-code { color: #C5D0FF !important }
    .p-button { background: #4664EE !important }
    .p-caution { background: #2B2312 !important; color: #F2CF94 !important }
    .p-warn { color: #F2CF94 !important }
  }`

// Fills the inbox's preview line so that the body, and with it a code, does not follow the preview text there.
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Not seen in the mail itself. */
const hidden = styled(
  'display:none',
  'max-height:0',
  'overflow:hidden',
  'font-size:1px',
  'line-height:1px',
  'opacity:0',
)
const card = styled('padding:36px 40px 18px', 'border:1px solid #E7EAF3', 'border-radius:16px', 'background:#FFFFFF')
const footer = styled('padding:20px 4px 0', font, 'font-size:12px', 'line-height:18px', 'color:#66708A')
const sender = styled(
  'padding-left:12px',
  font,
  'font-size:18px',
  'line-height:24px',
  'font-weight:650',
  'letter-spacing:-.02em',
  'color:#18213B',
)
const title = styled(
  'margin:0',
  font,
  'font-size:24px',
  'line-height:31px',
  'font-weight:650',
  'letter-spacing:-.025em',
  'color:#18213B',
)
const wide = 'width="100%"'
const outer = `<td class="p-outer" align="center" ${styled('padding:36px 20px 48px')}>`

const page = ({ language, subject, preview, heading }: MailLayout, rows: string) => `<!doctype html>
<html lang="${localeOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${styles}
</style>
</head>
<body class="p-page" style="margin:0;padding:0;background:#F7F8FC;-webkit-text-size-adjust:100%">
<div ${hidden}>${escapeHtml(preview)}${filler}</div>
${placing(`class="p-page" ${wide}`)} ${styled('background:#F7F8FC')}><tr>${outer}
<!--[if mso]>${placing('width="600"')}><tr><td><![endif]-->
${placing(wide)} ${styled('max-width:600px', 'text-align:left')}>
<tr><td style="padding:0 4px 20px">${placing()}><tr><td>${mark}</td>
<td class="p-head" ${sender}>Portico</td></tr></table></td></tr>
<tr><td class="p-card" ${card}>${placing(wide)}>
<tr><td style="padding:0 0 18px"><h1 class="p-head" ${title}>${escapeHtml(heading)}</h1></td></tr>
${rows}</table></td></tr>
<tr><td class="p-mute" ${footer}>${escapeHtml(messages[language].footer)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`

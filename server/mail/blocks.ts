// What a mail is made of. Each block is drawn twice, as HTML and as plain text, so the text part is never the poorer
// one. Styles are inline because mail programs drop style sheets; the classes serve the dark scheme where sheets are
// kept.
import { escapeHtml, placing, styled } from './html.ts'

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly label: string; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly link: string; readonly plainLink: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** Set apart; an address in the text becomes a mailto link. */
  | { readonly kind: 'caution'; readonly text: string; readonly address?: string }

export const font = `font-family:Geist,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`

const row = (content: string, space = 20) => `<tr><td style="padding:0 0 ${space}px">${content}</td></tr>`

const panel = (className: string, style: string, content: string) =>
  `${placing('width="100%"')}><tr><td class="${className}" style="${style}">${content}</td></tr></table>`

export const paragraph = (text: string): string =>
  row(
    `<p class="p-text" style="margin:0;${font};font-size:15px;line-height:24px;color:#18213B">${escapeHtml(text)}</p>`,
    16,
  )

const codeStyle = styled(
  'padding-left:.24em',
  'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace',
  'font-size:34px',
  'line-height:44px',
  'font-weight:700',
  'letter-spacing:.24em',
  'color:#1D34A4',
)

const code = (label: string, value: string) =>
  row(
    panel(
      'p-panel',
      'padding:18px 24px 20px;border-radius:12px;background:#EEF2FF;text-align:center',
      `<div class="p-soft" style="${font};font-size:13px;line-height:20px;color:#45506B">${escapeHtml(label)}</div>` +
        `<div class="p-code" ${codeStyle}>${escapeHtml(value)}</div>`,
    ),
  )

const plainStyle = styled('margin:0', font, 'font-size:13px', 'line-height:20px', 'color:#45506B')
const buttonStyle = styled('border-radius:8px', 'background:#2B4AE0', 'mso-padding-alt:13px 26px')
const linkStyle = styled(
  'display:inline-block',
  'padding:13px 26px',
  font,
  'font-size:15px',
  'line-height:20px',
  'font-weight:600',
  'color:#FFFFFF',
  'text-decoration:none',
)

const button = (label: string, link: string, plainLink: string) => {
  const url = escapeHtml(link)
  const filled =
    `${placing()}><tr><td class="p-button" bgcolor="#2B4AE0" ${buttonStyle}>` +
    `<a class="p-on" href="${url}" ${linkStyle}>${escapeHtml(label)}</a></td></tr></table>`
  const plain =
    `<p class="p-soft" ${plainStyle}>${escapeHtml(plainLink)}<br>` +
    `<a class="p-link" href="${url}" style="color:#2340CC;word-break:break-all">${url}</a></p>`
  return row(filled, 20) + row(plain)
}

const events = (rows: readonly (readonly [string, string])[]) =>
  row(
    panel(
      'p-panel',
      'padding:14px 20px;border-radius:12px;background:#F1F3F9',
      rows
        .map(
          ([label, value]) =>
            `<p class="p-text" style="margin:0;padding:4px 0;${font};font-size:15px;line-height:22px;color:#18213B">` +
            `<span class="p-soft" style="display:block;font-size:13px;line-height:20px;color:#45506B">` +
            `${escapeHtml(label)}</span>${escapeHtml(value)}</p>`,
        )
        .join(''),
    ),
  )

const caution = (text: string, address: string | undefined) => {
  const safe = escapeHtml(text)
  const named = address ? escapeHtml(address) : undefined
  const linked = named
    ? safe.replaceAll(named, () => `<a class="p-warn" href="mailto:${named}" style="color:#6B4000">${named}</a>`)
    : safe
  return row(
    panel(
      'p-caution',
      `padding:14px 20px;border-radius:12px;background:#FFF3DD;${font};font-size:14px;line-height:22px;color:#6B4000`,
      linked,
    ),
  )
}

export const htmlOf = (block: Block): string => {
  switch (block.kind) {
    case 'paragraph':
      return paragraph(block.text)
    case 'code':
      return code(block.label, block.code)
    case 'button':
      return button(block.label, block.link, block.plainLink)
    case 'facts':
      return events(block.rows)
    case 'caution':
      return caution(block.text, block.address)
  }
}

/** `colon` stands between a label and its value: French sets a space before it. */
export const textOf = (block: Block, colon: string): string => {
  switch (block.kind) {
    case 'paragraph':
    case 'caution':
      return block.text
    case 'code':
      return `${block.label}${colon} ${block.code}`
    case 'button':
      return block.link
    case 'facts':
      return block.rows.map(([label, value]) => `${label}${colon} ${value}`).join('\n')
  }
}

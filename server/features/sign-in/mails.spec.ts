import { describe, expect, test } from 'vitest'
import { type Language, languages } from '#contract/kernel/language.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { accountLockedMail } from './mails/account-locked.mail.ts'
import { emailChangedMail } from './mails/email-changed.mail.ts'
import { invitationMail } from './mails/invitation.mail.ts'
import { passwordChangedMail } from './mails/password-changed.mail.ts'
import { passwordResetMail } from './mails/password-reset.mail.ts'
import { twoFactorCodeMail } from './mails/two-factor-code.mail.ts'

const link = 'https://portal.example/identity/account/changePassword?identityName=marta&token=a-b_c'
const contact = 'support@portico.example'
const when = new Date('2026-11-21T08:15:00Z')

type Template = {
  write: (language: Language, name: string) => MailContent
  /** What both parts must tell. */
  tells: readonly string[]
}

const templates: Record<string, Template> = {
  'two-factor code': {
    write: (language, name) => twoFactorCodeMail({ language, name, code: '409133', minutes: 5 }),
    tells: ['409133', '5 '],
  },
  'password reset': {
    write: (language, name) => passwordResetMail({ language, name, link, hours: 24 }),
    tells: [link, '24 '],
  },
  invitation: {
    write: (language, name) => invitationMail({ language, name, userName: 'mkeller', link, days: 7 }),
    tells: [link, '7 ', 'mkeller'],
  },
  'invitation by somebody': {
    write: (language, name) =>
      invitationMail({ language, name, userName: 'mkeller', link, days: 7, inviter: 'Ana <b>Díaz</b>' }),
    tells: [link, 'Ana <b>Díaz</b>'],
  },
  'password changed': {
    write: (language, name) => passwordChangedMail({ language, name, when, ip: '203.0.113.7', tokens: 0, contact }),
    tells: ['2026', '15 UTC', '203.0.113.7', contact],
  },
  'password changed, with tokens': {
    write: (language, name) => passwordChangedMail({ language, name, when, tokens: 12, contact }),
    tells: ['12 ', contact],
  },
  'address given up': {
    write: (language, name) =>
      emailChangedMail({
        language,
        name,
        userName: 'mkeller',
        side: 'old',
        other: 'm•••••r@group.example',
        when,
        contact,
      }),
    tells: ['mkeller', 'm•••••r@group.example', '15 UTC', contact],
  },
  'address begun': {
    write: (language, name) =>
      emailChangedMail({
        language,
        name,
        userName: 'mkeller',
        side: 'new',
        other: 'k•••••r@group.example',
        when,
        contact,
      }),
    tells: ['mkeller', 'k•••••r@group.example', '15 UTC', contact],
  },
  'temporary lock': {
    write: (language, name) => accountLockedMail({ language, name, lock: { kind: 'temporary', minutes: 5 }, contact }),
    tells: ['5 ', contact],
  },
  'permanent lock': {
    write: (language, name) => accountLockedMail({ language, name, lock: { kind: 'permanent' }, contact }),
    tells: [contact],
  },
}

/** What a reader sees: without style sheet, tags and the hidden preview. */
const visibleText = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(/<\/?a\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Sentences; not "Code: 409133", which is laid out differently, nor the signature's dashes. */
const linesOf = (mail: MailContent) =>
  mail.text.split('\n').filter((line) => line && line !== '-- ' && !/^[^.]{1,25}: \S+/.test(line))

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

describe.each(Object.entries(templates))('%s', (_name, { write, tells }) => {
  test.each(languages)('in %s tells everything in both parts', (language) => {
    const mail = write(language, 'Marta')
    const html = squeezed(visibleText(mail.html))
    for (const event of [...tells, 'Marta', 'Portico']) {
      expect(squeezed(mail.text)).toContain(event)
      expect(html).toContain(event)
    }
    for (const line of linesOf(mail)) expect(html).toContain(squeezed(line))
    expect(mail.subject).toContain('Portico')
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/undefined|\[object|NaN/)
  })

  test.each(languages.filter((language) => language !== 'en'))('in %s is not English', (language) => {
    const [mail, english] = [write(language, 'Marta'), write('en', 'Marta')]
    expect(mail.subject).not.toBe(english.subject)
    for (const line of linesOf(mail).filter((text) => text.includes(' '))) expect(linesOf(english)).not.toContain(line)
  })

  test('a name is text, never markup, and never a paragraph or link of its own', () => {
    const marked = write('en', `<script>alert('x')</script>`)
    expect(marked.html).not.toContain('<script')
    expect(marked.html).toContain('&lt;script&gt;alert(&#39;x&#39;)')
    expect(write('en', 'Marta\r\n\r\nYour account is closed').text).toContain('Hello Marta Your account is closed,')
    expect(write('en', 'Prize at https://evil.example').text).not.toContain('evil.example')
  })

  test('asks for nothing from outside', () => {
    const { html } = write('en', 'Marta')
    expect(html).not.toMatch(/<img|<link|<script|@import|url\(|src=/i)
  })
})

test.each(languages)('in %s the code stands in no line that a locked screen shows', (language) => {
  const { subject, html } = twoFactorCodeMail({ language, name: 'Marta', code: '409133', minutes: 5 })
  const preview = /<div style="display:none[^>]*>(.*?)<\/div>/s.exec(html)?.[1]
  expect(subject).not.toContain('409133')
  expect(preview).toBeTruthy()
  expect(preview).not.toContain('409133')
})

test('a markup character in a link or an inviter stays a character', () => {
  const { html } = invitationMail({
    language: 'en',
    name: 'Marta',
    userName: '<i>m</i>',
    link: `${link}"><b>`,
    days: 7,
    inviter: 'Ana <b>Díaz</b>',
  })
  expect(html).not.toMatch(/<b>|<i>/)
  expect(html).toContain('token=a-b_c&quot;&gt;&lt;b&gt;"')
})

test('one day is one day', () => {
  expect(invitationMail({ language: 'en', name: '', userName: 'm', link, days: 1 }).text).toMatch(
    /^Hello,\n[^]*valid for 1 day /,
  )
  expect(passwordResetMail({ language: 'de', name: '', link, hours: 1 }).text).toMatch(
    /^Guten Tag,\n[^]*1 Stunde gültig/,
  )
})

test('a mail about a changed password leaves out an address that is not known', () => {
  expect(passwordChangedMail({ language: 'en', name: 'Marta', when, tokens: 0, contact }).text).not.toContain(
    'IP address',
  )
})

// The mailer of an installation without SMTP: mails are written to a folder and can be looked at there.
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import { messageOf } from './envelope.ts'
import { storeMail } from './mail-folder.ts'

export const mailFolder = (dataFolder: string): string => path.join(dataFolder, 'mail')

type FolderMailer = { folder: string; from: string; keep?: number; now?: () => Date }

export const folderMailer = ({ folder, from, keep = 500, now = () => new Date() }: FolderMailer): Mailer => {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const date = now()
      const { message } = await composer.sendMail({ ...messageOf(from, mail), date })
      if (!Buffer.isBuffer(message)) throw new Error('The composed mail is not a buffer')
      await storeMail(
        folder,
        { date, to: mail.to, subject: mail.subject, language: mail.language, text: mail.text, html: mail.html },
        message,
        keep,
      )
    },
  }
}

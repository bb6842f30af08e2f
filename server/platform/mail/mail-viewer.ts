// The demonstration's mailbox: what would have been sent, for anyone who tries Portico without an SMTP server.
// English only and without script; routed in demonstrations only, since it shows everybody's codes and links.
import { listMails, readMail } from './mail-folder.ts'
import { listPage, mailPage } from './mail-viewer-pages.ts'
import { css } from './mail-viewer-style.ts'

export const mailViewer = ({ folder, now = () => new Date() }: { folder: string; now?: () => Date }) => ({
  list: async (): Promise<string> => listPage(await listMails(folder, 100), now()),

  /** Nothing where there is no such mail: answer 404. */
  mail: async (id: string): Promise<string | undefined> => {
    const mail = await readMail(folder, id)
    return mail && mailPage(mail, now())
  },

  /** The HTML part on its own, to be answered with `mailBodyPolicy`. */
  body: async (id: string): Promise<string | undefined> => {
    const mail = await readMail(folder, id)
    // Links leave the frame, which could not show Portico's own pages.
    return mail?.html.replace('<head>', '<head>\n<base target="_blank">')
  },

  css,
})

/** Content-Security-Policy of the list and of a mail's page. */
export const mailViewerPolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Content-Security-Policy of a mail's HTML part: no script, no request, an origin of its own. */
export const mailBodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

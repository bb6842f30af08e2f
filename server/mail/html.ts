// Text on its way into HTML.

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** An attribute; mail programs drop style sheets. */
export const styled = (...declarations: readonly string[]) => `style="${declarations.join(';')}"`

/** Begins a table that only places what is in it; its tag is still open. */
export const placing = (attributes = '') =>
  `<table role="presentation"${attributes && ` ${attributes}`} cellpadding="0" cellspacing="0" border="0"`

/** Safe in element content and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

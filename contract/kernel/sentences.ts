// Several texts in one line: what ends a sentence already gets no other stop.
export const sentences = (texts: readonly string[]) =>
  texts.map((text, at) => (at < texts.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text)).join(' ')

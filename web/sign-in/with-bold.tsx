// A translated sentence with its <b>…</b> drawn: react-i18next's Trans would bring an HTML parser for this (5 KB).

export const WithBold = ({ text }: { text: string }) =>
  // Odd parts stand between the tags; their order never changes.
  text.split(/<\/?b>/).map((part, index) => (index % 2 ? <b key={`${index}-${part}`}>{part}</b> : part))

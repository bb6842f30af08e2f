// A translated sentence with its <b>…</b> drawn: react-i18next's Trans would bring an HTML parser for this (5 KB).

export const WithBold = ({ text }: { text: string }) => {
  const [before, bold, after] = text.split(/<\/?b>/)
  return (
    <>
      {before}
      {bold && <b>{bold}</b>}
      {after}
    </>
  )
}

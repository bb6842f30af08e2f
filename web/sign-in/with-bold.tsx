// A translated sentence with its <b>…</b> drawn: react-i18next's Trans would bring an HTML parser for this (5 KB).

/** `bold` takes the place of what stands there: what somebody else wrote is no markup. */
export const WithBold = ({ text, bold: given }: { text: string; bold?: string }) => {
  const [before, written, after] = text.split(/<\/?b>/)
  const bold = given ?? written
  return (
    <>
      {before}
      {bold && <b>{bold}</b>}
      {after}
    </>
  )
}

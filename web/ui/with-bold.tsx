// A translated sentence with its <b>…</b> drawn: react-i18next's Trans would bring an HTML parser for this (5 KB).
import { Fragment } from 'react'

/** `bold` takes the place of what stands there: what somebody else wrote is no markup. */
export const WithBold = ({ text, bold }: { text: string; bold?: string }) =>
  text
    .split(/<\/?b>/)
    .map((part, index) =>
      index % 2 === 1 ? <b key={index}>{bold ?? part}</b> : <Fragment key={index}>{part}</Fragment>,
    )

export const withoutBold = (text: string) => text.replace(/<\/?b>/g, '')

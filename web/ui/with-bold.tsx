// A translated sentence with its <b>…</b> drawn.
import { Fragment } from 'react'

export const WithBold = ({ text }: { text: string }) =>
  text
    .split(/<\/?b>/)
    .map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>))

export const withoutBold = (text: string) => text.replace(/<\/?b>/g, '')

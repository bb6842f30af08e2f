// Whether the code in the field is the one that the server has just refused (R8.6-05); another one is not judged yet,
// and of one whose time is over nothing is said any more.
import { useState } from 'react'
import { wrongCode } from './messages.ts'

export const useRefusedCode = (code: string, errors: readonly string[]) => {
  const [sent, setSent] = useState<string>()
  return { isRefused: code === sent && errors.includes(wrongCode), sent: setSent }
}

export const whileCodeHolds = (holds: boolean, errors: readonly string[]) =>
  holds ? errors : errors.filter((error) => error !== wrongCode)

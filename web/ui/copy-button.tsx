// Copies a value, and says so to everybody.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Without https browsers keep the clipboard to themselves; what is selected can be copied all the same. */
const bySelection = (text: string) => {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

const copyText = (text: string) =>
  navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => bySelection(text),
      )
    : Promise.resolve(bySelection(text))

const looks = { small: 'b sm', large: 'b' }

type Props = {
  value: string
  label: string
  /** With its words, as large as the buttons beside it. */
  worded?: 'small' | 'large'
}

/** `label` names what is copied, for those who do not see where the button stands. */
export const CopyButton = ({ value, label, worded }: Props) => {
  const { t } = useTranslation('shell')
  const [copied, setCopied] = useState<string>()
  const done = copied === value
  const Icon = done ? Check : Copy
  return (
    <>
      <button
        type="button"
        className={worded ? looks[worded] : 'ic s'}
        {...(worded ? {} : { 'aria-label': label, title: label })}
        onClick={() => void copyText(value).then((copiedIt) => setCopied(copiedIt ? value : undefined))}
      >
        <Icon size={14} aria-hidden="true" />
        {worded && (done ? t('copied') : label)}
      </button>
      <span className="sr" role="status">
        {done && t('copied')}
      </span>
    </>
  )
}

// An address beside the button that copies it.
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Without https there is no clipboard: the address is selected, and copied as by hand. */
const copied = async (text: HTMLElement) => {
  try {
    await navigator.clipboard.writeText(text.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(text)
    return document.execCommand('copy')
  }
}

export const CopyEmail = ({ email }: { email: string }) => {
  const { t } = useTranslation('users')
  const text = useRef<HTMLSpanElement>(null)
  const [done, setDone] = useState(false)
  const run = async () => {
    if (!text.current || !(await copied(text.current))) return
    setDone(true)
    setTimeout(() => setDone(false), 2000)
  }
  return (
    <span className="copied-mail">
      <span ref={text}>{email}</span>
      <button
        type="button"
        className="ic copy"
        aria-label={t('copyEmail')}
        data-tip={t('copyEmail')}
        onClick={() => void run()}
      >
        {done ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      </button>
      <span className="sr" role="status">
        {done && t('shell:copied')}
      </span>
    </span>
  )
}

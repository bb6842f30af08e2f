// A value that is shown this once: to be copied, and said so.
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './secret.css'

const copy = async (text: string, field: HTMLInputElement | null) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // Without the permission, or without https: the field is selected, so that one key does it.
    field?.select()
    return document.execCommand('copy')
  }
  return true
}

export const Secret = ({ value, label, hint }: { value: string; label: string; hint?: string }) => {
  const { t } = useTranslation('shell')
  const [copied, setCopied] = useState(false)
  const id = useId()
  const run = async () => setCopied(await copy(value, document.getElementById(id) as HTMLInputElement | null))
  return (
    <div className="secret">
      <label htmlFor={id}>{label}</label>
      <div className="secret-row">
        <input
          id={id}
          className="inp-t"
          readOnly
          value={value}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
        {/* Where a step follows, that one is the primary. */}
        <button type="button" className={hint ? 'b pri' : 'b'} onClick={() => void run()}>
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          {t(copied ? 'copied' : 'copy')}
        </button>
      </div>
      {hint && <p>{hint}</p>}
      <span className="sr" role="status">
        {copied && t('copied')}
      </span>
    </div>
  )
}

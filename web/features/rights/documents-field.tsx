// The documents of a request: chosen or dropped, each with its size and a way to take it out again.
import { FilePlus2, FileText, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rights } from '#contract/rights.ts'
import { inItsPlace, useKeptFocus } from '#web/ui/keep-focus.ts'
import { sizeOf } from './rights-form.ts'

type Props = { files: readonly File[]; error: string | undefined; onChange: (files: readonly File[]) => void }

export const useSize = () => {
  const { t } = useTranslation('rights')
  return (bytes: number) => t('kilobytes', { size: Math.ceil(bytes / 1024) })
}

const Chosen = ({ files, onChange }: Omit<Props, 'error'>) => {
  const { t } = useTranslation('rights')
  const size = useSize()
  return (
    <ul className="rg-files">
      {files.map((file, index) => (
        <li key={`${file.name} ${index}`}>
          <FileText size={16} aria-hidden="true" />
          <span>{file.name}</span>
          <small>{size(file.size)}</small>
          <button
            type="button"
            className="ic s"
            aria-label={t('removeFile', { name: file.name })}
            onClick={() => onChange(files.filter((other) => other !== file))}
          >
            <X size={15} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** After the last one, the button that adds some. */
const besideTakenOut = inItsPlace('.rg-drop', 'button')

export const DocumentsField = ({ files, error, onChange }: Props) => {
  const { t } = useTranslation('rights')
  const [id, said] = [useId(), useId()]
  const [place, input] = [useRef<HTMLDivElement>(null), useRef<HTMLInputElement>(null)]
  useKeptFocus(place, besideTakenOut)
  const [over, setOver] = useState(false)
  const size = useSize()
  const add = (more: FileList | null) => onChange([...files, ...(more ?? [])])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add(event.dataTransfer.files)
  }
  return (
    // Documents may be dropped here, and the button does the same.
    <div
      ref={place}
      className={`field wide rg-drop${error ? ' wrong' : ''}${over ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        {t('documents')}
        <span aria-hidden="true"> *</span>
      </label>
      {files.length > 0 && <Chosen files={files} onChange={onChange} />}
      <button
        type="button"
        className="b"
        aria-invalid={error ? true : undefined}
        aria-describedby={said}
        onClick={() => input.current?.click()}
      >
        <FilePlus2 size={16} aria-hidden="true" />
        {t('addFiles')}
      </button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        className="rg-input"
        tabIndex={-1}
        accept={rights.exercise.upload.accept.join(',')}
        onChange={({ target }) => {
          add(target.files)
          target.value = ''
        }}
      />
      <span className="sr" role="status">
        {files.length > 0 && t('documentsNow', { amount: files.length })}
      </span>
      <small id={said}>{error ?? `${t('documentsHint')}${files.length > 0 ? ` · ${size(sizeOf(files))}` : ''}`}</small>
    </div>
  )
}

// A place to drop a file on, or to press; the keyboard has the file field itself.
import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

export const DropZone = ({ accept, onFile }: { accept: string; onFile: (file: File) => void }) => {
  const { t } = useTranslation('table')
  const [over, setOver] = useState(false)
  const id = useId()
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      className={`et-drop${over ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <Upload size={24} aria-hidden="true" />
      <b>{t('dropFile', { accept })}</b>
      <input id={id} className="sr" type="file" accept={accept} onChange={({ target }) => take(target.files)} />
    </label>
  )
}

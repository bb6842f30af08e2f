// The icon of an application, and its change: by the button, or a picture dropped on it (R8.3).
import { ImageUp, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Menu } from '#web/ui/menu.tsx'
import { AppMark } from './app-mark.tsx'

const { accept, mostBytes } = applications.icon.upload
const size = 76

const useIcon = ({ id }: Application) => {
  const { t } = useTranslation('applications')
  const [upload, remove] = [useWrite(applications.icon), useWrite(applications.removeIcon)]
  const tell = async (work: Promise<unknown>, title: string) => {
    try {
      await work
      showNotice({ kind: 'success', title })
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  const take = (file: File | undefined) => {
    if (!file) return
    const refused = !accept.some((ending) => file.name.toLowerCase().endsWith(ending))
      ? t('extension')
      : file.size > mostBytes
        ? t('tooLarge')
        : undefined
    if (refused) return showNotice({ kind: 'error', title: t('errors:failedAction'), text: refused })
    void tell(upload.mutateAsync({ params: { id }, file }), t('imageUploaded'))
  }
  return {
    take,
    clear: () => void tell(remove.mutateAsync({ params: { id } }), t('saved')),
    busy: upload.isPending || remove.isPending,
  }
}

export const IconUpload = ({ application }: { application: Application }) => {
  const { t } = useTranslation('applications')
  const { take, clear, busy } = useIcon(application)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const choose = {
    id: 'choose',
    label: t('chooseIcon'),
    icon: <ImageUp size={16} />,
    run: () => input.current?.click(),
  }
  const clearing = { id: 'clear', label: t('removeIcon'), icon: <Trash2 size={16} />, run: clear }
  return (
    // A picture may be dropped here, and the button does the same.
    <div
      className={`icon-upload${over ? ' over' : ''}`}
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <AppMark application={application} size={size} />
      <Menu
        label={t('changeIcon')}
        className="icon-button"
        trigger={<ImageUp size={15} />}
        items={application.iconVersion ? [choose, clearing] : [choose]}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join(',')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}

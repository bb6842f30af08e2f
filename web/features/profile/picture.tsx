// One's own picture: dropped anywhere on the card, or chosen; cut to a circle before it is sent (R2.6-08, R2.6-09).
import { Camera, Trash2, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/profile.ts'
import { mostPictureBytes, profileChanges } from '#contract/profile-changes.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useKeptFocus } from '#web/ui/keep-focus.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { useShowPicture } from './use-own-picture.ts'
import './picture.css'

const CropDialog = lazily(async () => (await import('./crop-dialog.tsx')).CropDialog)

const { accept } = profileChanges.uploadPicture.upload
const size = 180

const usePicture = () => {
  const { t } = useTranslation('profile')
  const [upload, remove] = [useWrite(profileChanges.uploadPicture), useWrite(profileChanges.removePicture)]
  const show = useShowPicture()
  const [chosen, setChosen] = useState<string>()
  const leave = () => {
    if (chosen) URL.revokeObjectURL(chosen)
    setChosen(undefined)
  }
  const refused = (file: File) => {
    if (!accept.some((ending) => file.name.toLowerCase().endsWith(ending))) return t('extension')
    return file.size > mostPictureBytes ? t('tooLarge') : undefined
  }
  return {
    chosen,
    busy: upload.isPending || remove.isPending,
    take: (file: File | undefined) => {
      if (!file) return
      const text = refused(file)
      if (text) showNotice({ kind: 'error', title: t('errors:failedAction'), text })
      else setChosen(URL.createObjectURL(file))
    },
    leave,
    /** What it throws is told by the dialog, which stays open. */
    send: async (file: File) => {
      show(await upload.mutateAsync({ file }))
      showNotice({ kind: 'success', title: t('imageUploaded') })
      leave()
    },
    clear: async () => {
      try {
        show(await remove.mutateAsync({}))
        showNotice({ kind: 'success', title: t('imageRemoved') })
      } catch (error) {
        showFailure(t('errors:failedAction'), error)
      }
    },
  }
}

/** Anywhere on the card; what is dropped beside the mark of the place is still meant for it. */
const useDrop = (take: (file: File | undefined) => void) => {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: drop,
  }
  return { over, handlers }
}

const Choosing = ({ me, onChoose, onClear }: { me: Profile; onChoose: () => void; onClear: () => void }) => {
  const { t } = useTranslation('profile')
  return (
    <>
      <button type="button" className="picture-drop" onClick={onChoose}>
        <Upload size={18} aria-hidden="true" />
        <span>
          {t('dragPicture')} <b>{t('chooseFile')}</b>
        </span>
        <small>{t('pictureLimits')}</small>
      </button>
      {me.avatarVersion && (
        <button type="button" className="b tx sm" onClick={onClear}>
          <Trash2 size={15} aria-hidden="true" />
          {t('removePicture')}
        </button>
      )}
    </>
  )
}

/** After it was removed, another one can be chosen. */
const chooserBeside = (focused: Element) => {
  const place = focused.closest('.picture')
  return () => place?.querySelector<HTMLElement>('.picture-drop')
}

export const Picture = ({ me, readOnly }: { me: Profile; readOnly: boolean }) => {
  const { t } = useTranslation('profile')
  const { chosen, busy, take, leave, send, clear } = usePicture()
  const { over, handlers } = useDrop(take)
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLElement>(null)
  useKeptFocus(place, chooserBeside)
  const choose = () => input.current?.click()
  return (
    <section
      ref={place}
      className={`card picture${over ? ' over' : ''}`}
      aria-label={t('picture')}
      aria-busy={busy}
      {...(!readOnly && handlers)}
    >
      <div className="picture-own">
        <Avatar email={me.email} name={me.displayName} size={size} />
        {!readOnly && (
          <button type="button" className="picture-camera" aria-label={t('changePicture')} onClick={choose}>
            <Camera size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <b className="picture-name">{me.displayName}</b>
      <span className="mut">{me.areaName}</span>
      {!readOnly && <Choosing me={me} onChoose={choose} onClear={() => void clear()} />}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('chooseFile')}
        accept={accept.join(',')}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      {chosen && <CropDialog address={chosen} busy={busy} onSend={send} onClose={leave} />}
    </section>
  )
}

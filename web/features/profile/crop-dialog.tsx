// What of a picture is shown: moved with the pointer, a finger or the arrow keys, and made larger.
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import 'react-easy-crop/react-easy-crop.css'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { croppedFile, loadPicture, type Part } from './cropped-file.ts'

const most = 4

/** Undefined until it could be read. */
const useLoaded = (address: string) => {
  const [image, setImage] = useState<HTMLImageElement | 'unreadable'>()
  useEffect(() => {
    loadPicture(address).then(setImage, () => setImage('unreadable'))
  }, [address])
  return image
}

const Zoom = ({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) => {
  const { t } = useTranslation('profile')
  return (
    <label className="crop-zoom">
      <ZoomOut size={18} aria-hidden="true" />
      <input
        type="range"
        aria-label={t('zoom')}
        min={1}
        max={most}
        step={0.05}
        value={zoom}
        onChange={({ target }) => onZoom(Number(target.value))}
      />
      <ZoomIn size={18} aria-hidden="true" />
    </label>
  )
}

/** `address`: of the file, in this browser. */
type Props = { address: string; busy: boolean; onSend: (cropped: File) => Promise<void>; onClose: () => void }

export const CropDialog = ({ address, busy, onSend, onClose }: Props) => {
  const { t } = useTranslation('profile')
  const image = useLoaded(address)
  const area = useRef<HTMLDivElement>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [part, setPart] = useState<Part>()
  const [failure, setFailure] = useState<string>()
  const readable = image instanceof HTMLImageElement
  // What the arrow keys move, rather than the way out.
  useEffect(() => {
    if (readable) area.current?.querySelector<HTMLElement>('[role=group]')?.focus()
  }, [readable])
  const send = async () => {
    setFailure(undefined)
    if (readable && part)
      await croppedFile(image, part)
        .then(onSend)
        .catch((error: unknown) => setFailure(problemText(error)))
  }
  const problem = image === 'unreadable' ? t('unreadable') : failure
  return (
    <WideDialog title={t('cropTitle')} width={460} busy={busy} onClose={onClose}>
      <div className="crop-dialog">
        {problem && <Alert>{problem}</Alert>}
        {image !== 'unreadable' && (
          <>
            <p className="mut">{t('cropHint')}</p>
            <div className="crop" ref={area}>
              <Cropper
                image={address}
                crop={crop}
                zoom={zoom}
                maxZoom={most}
                aspect={1}
                cropShape="round"
                showGrid={false}
                keyboardStep={5}
                disableAutomaticStylesInjection
                cropperProps={{ 'aria-label': t('cropArea'), role: 'group' }}
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setPart(pixels)}
              />
            </div>
            <Zoom zoom={zoom} onZoom={setZoom} />
          </>
        )}
        <div className="dlg-actions">
          <CloseButton disabled={busy}>{t('shell:cancel')}</CloseButton>
          <Button className="b pri" off={busy || !readable || !part} aria-busy={busy} onClick={() => void send()}>
            {t('usePicture')}
          </Button>
        </div>
      </div>
    </WideDialog>
  )
}

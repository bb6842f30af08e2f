// `?`: which keys there are (docs/ux.md, rule 7).
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { useKeyNames } from './use-key-names.ts'

const keys = [
  ['keyPalette', ['Ctrl', 'K']],
  ['keySearch', ['/']],
  ['keyMenu', ['↑', '↓']],
  ['keyMove', ['Alt', 'M']],
  ['keyNotice', ['F6']],
  ['keyRange', ['Shift']],
  ['keySave', ['Enter']],
  ['keyDiscard', ['Esc']],
  ['keyKeys', ['?']],
] as const

export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const names = useKeyNames()
  return (
    <Dialog
      title={t('keys')}
      onClose={onClose}
      actions={
        <button type="button" className="b pri" autoFocus onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <dl className="ad-keys">
        {keys.map(([words, pressed]) => (
          <div key={words}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{names[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('keyEdit')}</p>
    </Dialog>
  )
}

// What is printed on the keys of the reader's keyboard: Strg, Maj, Mayús.
import { useTranslation } from 'react-i18next'

export const useKeyNames = (): Readonly<Record<string, string>> => {
  const { t } = useTranslation('admin')
  return {
    Ctrl: t('keyNameCtrl'),
    Shift: t('keyNameShift'),
    Enter: t('keyNameEnter'),
    Esc: t('keyNameEsc'),
  }
}

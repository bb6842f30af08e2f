import { Globe } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languageOf, languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { labelled } from '#web/lib/labelled.ts'
import { Menu } from '#web/ui/menu.tsx'
import { useChooseLanguage } from './use-choose-language.ts'

/** Drawn with the menu, which few open. */
const Flag = lazy(async () => ({ default: (await import('./flag.tsx')).Flag }))

/** R2.5-03: an area may offer fewer. */
export const LanguagePicker = ({ offered = languages }: { offered?: readonly Language[] }) => {
  const { t, i18n } = useTranslation('shell')
  const choose = useChooseLanguage()
  const current = languageOf(i18n.language)
  return (
    <Menu
      className="tb"
      label={labelled(t('language'), languageNames[current])}
      trigger={
        <>
          <Globe size={18} aria-hidden="true" />
          <span className="lbl">{languageNames[current]}</span>
        </>
      }
      items={offered.map((language) => ({
        id: language,
        label: languageNames[language],
        lang: language,
        icon: (
          <Suspense fallback={<span className="flag" />}>
            <Flag language={language} />
          </Suspense>
        ),
        checked: language === current,
        run: () => void choose(language),
      }))}
    />
  )
}

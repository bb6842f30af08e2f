// R2.4-30: a flag per language, drawn small.
import type { ReactNode } from 'react'
import type { Language } from '#contract/kernel/language.ts'

const down = (...colours: string[]) =>
  colours.map((fill, index) => (
    <rect
      key={fill + String(index)}
      x={(24 / colours.length) * index}
      width={24 / colours.length}
      height="16"
      fill={fill}
    />
  ))
const across = (...bands: [colour: string, height: number][]) => {
  let y = 0
  return bands.map(([fill, height]) => {
    y += height
    return <rect key={fill + String(y)} y={y - height} width="24" height={height} fill={fill} />
  })
}

const flags: Record<Language, ReactNode> = {
  en: (
    <>
      <rect width="24" height="16" fill="#012169" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#C8102E" strokeWidth="1.3" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5.4" />
      <path d="M12 0v16M0 8h24" stroke="#C8102E" strokeWidth="3.2" />
    </>
  ),
  es: across(['#AA151B', 4], ['#F1BF00', 8], ['#AA151B', 4]),
  fr: down('#0055A4', '#fff', '#EF4135'),
  it: down('#009246', '#fff', '#CE2B37'),
  pt: (
    <>
      <rect width="24" height="16" fill="#DA291C" />
      <rect width="9.6" height="16" fill="#046A38" />
      <circle cx="9.6" cy="8" r="3.4" fill="#FFE900" />
      <circle cx="9.6" cy="8" r="1.9" fill="#DA291C" />
    </>
  ),
  'pt-br': (
    <>
      <rect width="24" height="16" fill="#009739" />
      <path d="M12 1.8L22 8l-10 6.2L2 8z" fill="#FEDD00" />
      <circle cx="12" cy="8" r="3.4" fill="#012169" />
      <path d="M8.8 7.2c2.4-.5 4.7.2 6.3 1.9" stroke="#fff" strokeWidth=".8" fill="none" />
    </>
  ),
  de: across(['#000', 5.34], ['#D00', 5.33], ['#FFCE00', 5.33]),
}

export const Flag = ({ language }: { language: Language }) => (
  <svg className="flag" data-flag={language} viewBox="0 0 24 16" width="21" height="14" aria-hidden="true">
    {flags[language]}
  </svg>
)

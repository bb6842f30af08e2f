// Where an application runs, which decides whether it keeps a secret and where its people come back to.
import { useTranslation } from 'react-i18next'
import type { Protocol } from '#contract/application-fields.ts'

type Props = { protocol: Protocol; onChange: (protocol: Protocol) => void }

const kinds = {
  secretClient: { publicClient: false, native: false },
  publicClient: { publicClient: true, native: false },
  nativeClient: { publicClient: true, native: true },
} as const
type Kind = keyof typeof kinds

export const kindOf = ({ publicClient, native }: Protocol): Kind => {
  if (native) return 'nativeClient'
  return publicClient ? 'publicClient' : 'secretClient'
}

/** What a kind cannot do goes with the choice. */
const asKind = (protocol: Protocol, kind: Kind): Protocol => ({
  ...protocol,
  ...kinds[kind],
  ...(kind === 'nativeClient' ? { responseTypes: ['code'] as const satisfies Protocol['responseTypes'] } : {}),
  ...(kind === 'secretClient' ? {} : { clientCredentials: false }),
})

export const KindField = ({ protocol, onChange }: Props) => {
  const { t } = useTranslation('applications')
  return (
    <div className="wide ap-kinds" role="radiogroup" aria-label={t('kind')}>
      {(Object.keys(kinds) as Kind[]).map((kind) => (
        <label key={kind}>
          <input
            type="radio"
            name="kind"
            checked={kindOf(protocol) === kind}
            onChange={() => onChange(asKind(protocol, kind))}
          />
          <span>
            <b>{t(kind)}</b>
            <small>{t(`${kind}Hint`)}</small>
          </span>
        </label>
      ))}
    </div>
  )
}

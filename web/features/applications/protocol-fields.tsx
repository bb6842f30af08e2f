// How an application speaks OpenID Connect, in words.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Protocol, responseTypes, secretPlaces, signatures } from '#contract/application-fields.ts'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import { Toggle } from './inputs.tsx'
import { useRules } from './rules.ts'

type Props = {
  protocol: Protocol
  errorOf: (path: string) => string | undefined
  onChange: (protocol: Protocol) => void
}

const Ways = ({ protocol, errorOf, onChange }: Props) => {
  const { t } = useTranslation('applications')
  const error = errorOf('protocol.responseTypes')
  const toggle = (type: (typeof responseTypes)[number], on: boolean) =>
    onChange({
      ...protocol,
      responseTypes: responseTypes.filter((one) => (one === type ? on : protocol.responseTypes.includes(one))),
    })
  return (
    <fieldset className="wide ap-ways">
      <legend>{t('responseTypes')}</legend>
      {responseTypes.map((type) => (
        <label key={type}>
          <input
            type="checkbox"
            aria-invalid={error ? true : undefined}
            checked={protocol.responseTypes.includes(type)}
            disabled={protocol.native && type !== 'code'}
            onChange={({ target }) => toggle(type, target.checked)}
          />
          <code>{type}</code>
          {type === 'code' && <span className="tag c">{t('recommended')}</span>}
        </label>
      ))}
      {error && (
        <p className="wrong" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const Scopes = ({ protocol, onChange }: Omit<Props, 'errorOf'>) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const add = () => {
    const fieldError = rules.scope(text)
    setWrong(fieldError)
    if (fieldError) return
    onChange({ ...protocol, clientScopes: [...new Set([...protocol.clientScopes, text])] })
    setText('')
  }
  return (
    <div className="wide ap-scopes">
      <div className="ap-add">
        <Field label={t('clientScopes')} hint={t('scopeHint')} error={wrong}>
          <TextInput
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                add()
              }
            }}
          />
        </Field>
        <button type="button" className="b" onClick={add}>
          <Plus size={15} aria-hidden="true" />
          {t('add')}
        </button>
      </div>
      <ul className="ap-tags">
        {protocol.clientScopes.map((scope) => (
          <li key={scope} className="tag">
            <code>{scope}</code>
            <button
              type="button"
              className="ic s"
              aria-label={t('removeNamed', { name: scope })}
              onClick={() =>
                onChange({ ...protocol, clientScopes: protocol.clientScopes.filter((one) => one !== scope) })
              }
            >
              <Trash2 size={13} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const ProtocolFields = ({ protocol, errorOf, onChange }: Props) => {
  const { t } = useTranslation('applications')
  const machine = errorOf('protocol.clientCredentials')
  return (
    <>
      <Ways protocol={protocol} errorOf={errorOf} onChange={onChange} />
      <Field label={t('idTokenAlg')} hint={t('idTokenAlgHint')}>
        <Choice
          value={protocol.idTokenAlg}
          onChange={({ target }) =>
            onChange({ ...protocol, idTokenAlg: signatures.find((one) => one === target.value) ?? 'RS256' })
          }
        >
          {signatures.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Choice>
      </Field>
      {!protocol.publicClient && (
        <Field label={t('authMethod')} hint={t('eitherPlace')}>
          <Choice
            value={protocol.authMethod}
            onChange={({ target }) =>
              onChange({
                ...protocol,
                authMethod: secretPlaces.find((one) => one === target.value) ?? 'client_secret_basic',
              })
            }
          >
            {secretPlaces.map((one) => (
              <option key={one} value={one}>
                {t(one)}
              </option>
            ))}
          </Choice>
        </Field>
      )}
      <div className="wide">
        <Toggle
          label={t('namespacedClaims')}
          hint={t('namespacedHint')}
          checked={protocol.namespacedClaims}
          onChange={(on) => onChange({ ...protocol, namespacedClaims: on })}
        />
      </div>
      <div className="wide">
        <Toggle
          label={t('clientCredentials')}
          hint={machine ?? t('clientCredentialsHint')}
          checked={protocol.clientCredentials}
          disabled={protocol.publicClient && !protocol.clientCredentials}
          onChange={(on) => onChange({ ...protocol, clientCredentials: on })}
        />
      </div>
      {protocol.clientCredentials && <Scopes protocol={protocol} onChange={onChange} />}
      <div className="wide">
        <Toggle
          label={t('apiAccess')}
          hint={t('apiAccessHint')}
          checked={protocol.apiAccess}
          onChange={(on) => onChange({ ...protocol, apiAccess: on })}
        />
      </div>
    </>
  )
}

// A password one can look at, and that says when caps lock is why it is refused.
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './field.tsx'
import { EyeIcon, EyeOffIcon } from './icons.tsx'

export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'type' | 'end' | 'hint'>) => {
  const { t } = useTranslation('sign-in')
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setCapsLock(false)
        props.onBlur?.(event)
      }}
      hint={capsLock ? t('capsLock') : undefined}
      end={
        <button
          type="button"
          className="eye"
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}

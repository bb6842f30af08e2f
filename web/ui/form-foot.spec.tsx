// The foot of a long form: in view while something is not saved, and over no field that one goes to.
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Field, TextInput } from './field.tsx'
import { FormFoot } from './form-foot.tsx'
import { close, json, playServer, showPage } from './page.harness.tsx'
import '#web/features/users/user-page.css'

afterEach(close)

const names = Array.from({ length: 24 }, (_, index) => `Field ${index + 1}`)

const Form = () => {
  const [typed, type] = useState('')
  return (
    <form className="form-card">
      <div className="form-body">
        {names.map((name, index) => (
          <Field key={name} label={name}>
            <TextInput {...(index === 0 && { value: typed, onChange: ({ target }) => type(target.value) })} />
          </Field>
        ))}
      </div>
      <FormFoot
        sticky
        dirty={typed !== ''}
        unsaved="Not saved: first name, last name, e-mail, language, area"
        busy={false}
        verb="Save changes"
        onReset={() => type('')}
      />
    </form>
  )
}

const isReached = (element: Element | null) => {
  if (!element) return false
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)))
}

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i × %i the foot stays in sight while something is not saved, and covers no field that has the focus',
  async (...size) => {
    await page.viewport(...size)
    playServer(() => json({}))
    await showPage({ places: { '/': <Form /> }, at: '/', roles: [], texts: [] })
    const save = page.getByRole('button', { name: 'Save changes' })
    await expect.element(save).not.toBeInViewport()
    await page.getByLabelText('Field 1', { exact: true }).fill('x')
    await expect.element(save).toBeInViewport()
    for (const name of names.slice(1)) {
      await userEvent.tab()
      await expect.element(page.getByLabelText(name, { exact: true })).toHaveFocus()
      await expect.poll(() => isReached(document.activeElement), { message: name }).toBe(true)
    }
  },
)

import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { showNotice } from '#web/lib/notices.ts'
import { AccountPill } from './account-pill.tsx'
import { ContentHeader } from './content-header.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { Choice, Field } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Notices } from './notices.tsx'
import { Tabs } from './tabs.tsx'
import { show } from './widgets.harness.tsx'
import { WideDialog } from './wide-dialog.tsx'
import './dialogs.css'
import './status.css'

afterEach(async () => {
  await cleanup()
  await page.viewport(1280, 900)
})

const name = 'W'.repeat(199)
const nothing = () => {}

const places = {
  'the title and the words of a question': (
    <Dialog title={name} onClose={nothing}>
      <p>{name}</p>
    </Dialog>
  ),
  'the title of a form': (
    <WideDialog title={name} width={560} onClose={nothing}>
      x
    </WideDialog>
  ),
  'the title of a drawer': (
    <Drawer title={name} side="right" width={420} onClose={nothing}>
      x
    </Drawer>
  ),
  'the head of a page and the line under it': <ContentHeader title={name} subtitle={`Role of ${name}`} />,
  'a tab': <Tabs label="x" tabs={[{ id: 'a', label: name, panel: 'x' }]} chosen="a" onChoose={nothing} />,
  'a tag': <span className="tag">{name}</span>,
  'a pill': <AccountPill look="active">{name}</AccountPill>,
}

/** What paints over the edge of the window, and is not cut off by anything around it. */
const beyond = () =>
  [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .filter((one) => {
      for (let at = one.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible' && at.getBoundingClientRect().right <= innerWidth + 1)
          return false
      return true
    })
    .map(({ tagName, className }) => `${tagName}.${className}`)

test.each(Object.entries(places))('9.5 a name of 199 letters without a space stays within %s', async (_, content) => {
  for (const width of [1440, 390]) {
    await page.viewport(width, 844)
    await show(content)
    await expect.element(page.getByText(name).first()).toBeInTheDocument()
    expect([width, beyond()]).toEqual([width, []])
    expect(document.documentElement.scrollWidth).toBe(width)
    for (const dialog of document.querySelectorAll('dialog'))
      expect([width, dialog.scrollWidth]).toEqual([width, dialog.clientWidth])
    await cleanup()
  }
})

test('9.5 a name of 199 letters without a space stays within a notice', async () => {
  for (const width of [1440, 390]) {
    await page.viewport(width, 844)
    await show(<Notices />)
    showNotice({ kind: 'success', title: name })
    await expect.element(page.getByText(name).first()).toBeVisible()
    expect([width, beyond()]).toEqual([width, []])
    // The message outlives what shows it: the next spec of this tab would have it, too.
    for (const dismiss of document.querySelectorAll<HTMLElement>('.notice .ic')) dismiss.click()
    await cleanup()
  }
})

test('what is chosen in a select stands on one line, however long its name', async () => {
  await show(
    <Field label="Area">
      <Choice style={{ width: 300 }}>
        <option>{'Cooperation of all countries '.repeat(7)}</option>
      </Choice>
    </Field>,
  )
  const select = page.getByLabelText('Area')
  await expect.element(select).toBeVisible()
  expect(select.element().scrollHeight).toBe(select.element().clientHeight)
})

test('the verbs of a form that is taller than the window are in view', async () => {
  await page.viewport(390, 700)
  await show(
    <FormDialog
      title="New area"
      width={560}
      form={{ changed: [], failure: undefined }}
      verb="Save"
      onSubmit={nothing}
      onClose={nothing}
    >
      <div style={{ height: 1500 }} />
    </FormDialog>,
  )
  const bottom = () => page.getByRole('button', { name: 'Save' }).element().getBoundingClientRect().bottom
  await expect.poll(bottom).toBeLessThan(700)
})

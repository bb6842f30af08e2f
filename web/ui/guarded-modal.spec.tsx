import { createHashHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { startTexts } from '#web/lib/i18n.ts'
import { Drawer } from './drawer.tsx'
import { Field, TextInput } from './field.tsx'
import { CloseButton } from './guarded-modal.tsx'
import { Menu } from './menu.tsx'
import { render } from './render.harness.tsx'
import { WideDialog } from './wide-dialog.tsx'
import './base.css'
import './boot.css'
import './controls.css'

afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
  scrollTo(0, 0)
})

const Form = ({ kind, onClose }: { kind: Kind; onClose: () => void }) => {
  const [name, setName] = useState('')
  const content = (
    <>
      <Field label="Name">
        <TextInput autoFocus value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <input type="file" aria-label="Picture" />
      <Menu label="Letters" trigger="…" items={[{ id: 'a', label: 'Alpha', run: () => setName('Alpha') }]} />
      <CloseButton>Cancel</CloseButton>
    </>
  )
  const shared = { title: 'New thing', width: 500, dirty: name !== '', onClose }
  return kind === 'drawer' ? (
    <Drawer side="right" {...shared}>
      {content}
    </Drawer>
  ) : (
    <WideDialog {...shared}>{content}</WideDialog>
  )
}

type Kind = 'dialog' | 'drawer'

const Screen = ({ kind }: { kind: Kind }) => {
  const [open, setOpen] = useState(false)
  return (
    <div style={{ height: 3000 }}>
      <button type="button" onClick={() => setOpen(true)}>
        New
      </button>
      {open && <Form kind={kind} onClose={() => setOpen(false)} />}
    </div>
  )
}

const opened = async (kind: Kind = 'dialog') => {
  await Promise.all([startTexts(['shell', 'table']), import('./dialog-guard.tsx')])
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Before</p> }),
    createRoute({ getParentRoute: () => root, path: '/things', component: () => <Screen kind={kind} /> }),
  ]
  // The browser's own: the one in memory goes back without asking.
  const history = createHashHistory()
  history.replace('/')
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  await render(<RouterProvider router={router as never} />)
  await expect.element(page.getByText('Before')).toBeVisible()
  history.push('/things')
  const button = page.getByRole('button', { name: 'New', exact: true })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'New thing' })
  await expect.element(dialog).toBeVisible()
  return { history, button, dialog, name: dialog.getByLabelText('Name'), question: page.getByRole('alertdialog') }
}

const answer = (name: 'Discard' | 'Keep editing') => page.getByRole('button', { name }).click()
const escape = () => userEvent.keyboard('{Escape}')
const beside = () => userEvent.click(document.querySelector('dialog') as Element, { position: { x: -20, y: 20 } })

for (const kind of ['dialog', 'drawer'] as const) {
  test(`a ${kind} in which nothing was typed closes at once, and the focus returns`, async () => {
    const { button, dialog, name } = await opened(kind)
    for (const leave of [escape, beside, () => page.getByRole('button', { name: 'Close' }).click()]) {
      await expect.element(name).toHaveFocus()
      await leave()
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(button).toHaveFocus()
      await button.click()
    }
  })

  test(`a ${kind} with typed text survives any number of Escapes`, async () => {
    const { dialog, name, question } = await opened(kind)
    await name.fill('Noa')
    for (const asks of [true, false, true, false, true]) {
      await escape()
      if (asks) await expect.element(question).toHaveAccessibleName('Discard what you typed?')
      else await expect.element(question).not.toBeInTheDocument()
      await expect.element(dialog).toBeVisible()
      await expect.element(name).toHaveValue('Noa')
    }
    await expect.element(page.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await answer('Keep editing')
    await expect.element(name).toHaveFocus()
  })

  test(`a click beside a ${kind}, its × and Cancel ask too; discarded gives the focus back and begins anew`, async () => {
    const { button, dialog, name } = await opened(kind)
    for (const leave of [
      beside,
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await name.fill('Noa')
      await leave()
      await answer('Keep editing')
      await expect.element(name).toHaveValue('Noa')
      await leave()
      await answer('Discard')
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(button).toHaveFocus()
      await button.click()
      await expect.element(name).toHaveValue('')
    }
  })
}

test('Escape goes to the topmost layer only, wherever the focus is', async () => {
  const { dialog, question } = await opened()
  await dialog.getByRole('button', { name: 'Letters' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Alpha' })).toHaveFocus()
  ;(document.activeElement as HTMLElement).blur()
  await escape()
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Letters' })).toHaveFocus()
  await escape()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})

test('the back button asks as well', async () => {
  const { history, dialog, name } = await opened()
  await name.fill('Noa')
  history.back()
  await answer('Keep editing')
  await expect.element(dialog).toBeVisible()
  await expect.element(name).toHaveValue('Noa')
  history.back()
  await answer('Discard')
  await expect.element(page.getByText('Before')).toBeVisible()
})

const turnWheel = () => userEvent.wheel(document.documentElement, { direction: 'down', times: 5 })

test('the page behind does not scroll, and does again afterwards', async () => {
  const { dialog } = await opened()
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
  await turnWheel()
  await escape()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(scrollY).toBe(0)
  await turnWheel()
  await expect.poll(() => scrollY).toBeGreaterThan(0)
})

test('the room of a scrollbar stays while it is gone, so that nothing moves sideways', async () => {
  // A browser without a head has scrollbars that take no room.
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(innerWidth - 15)
  const room = () => getComputedStyle(document.documentElement).paddingInlineEnd
  const { dialog } = await opened()
  await expect.poll(room).toBe('15px')
  await escape()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(room).toBe('0px')
})

test('a text that is marked with the mouse may end beside the dialog, and a file need not be chosen', async () => {
  const { dialog, name } = await opened()
  const element = dialog.element()
  name.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  dialog
    .getByLabelText('Picture')
    .element()
    .dispatchEvent(new Event('cancel', { bubbles: true }))
  await expect.element(dialog).toBeVisible()
})

test('where a browser closes it all the same, it stays with what was typed, and asks', async () => {
  const { dialog, name, question } = await opened()
  await name.fill('Noa')
  ;(dialog.element() as HTMLDialogElement).close()
  await expect.element(question).toBeVisible()
  await answer('Keep editing')
  await expect.element(dialog).toBeVisible()
  await expect.element(name).toHaveValue('Noa')
})

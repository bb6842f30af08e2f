import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Profile } from '#contract/profile.ts'
import { mostPictureBytes } from '#contract/profile-changes.ts'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const drawnFile = async (name = 'me.png') => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
  const drawing = canvas.getContext('2d')
  drawing?.fillRect(0, 0, 300, 200)
  const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn))
  return new File(blob ? [blob] : [], name, { type: 'image/png' })
}

const opened = async () => {
  const harness = await open({ at: '/identity/profile' })
  const { answers } = harness
  const before = Profile.parse((answers['GET /profile'] as { body: unknown }).body)
  const become = (avatarVersion: string | null) => () => {
    answers['GET /profile'] = { body: Profile.parse({ ...before, avatarVersion }) }
    return answers['GET /profile'] as { body: unknown }
  }
  answers['POST /profile/avatar'] = become('version-1')
  answers['DELETE /profile/avatar'] = become(null)
  await expect.element(harness.heading('Information')).toBeVisible()
  return harness
}

const drop = (file: File) => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  document.querySelector('.picture-name')?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }))
}
const choose = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('.picture input[type=file]')
  if (input) await userEvent.upload(input, file)
}

test('R2.6-08 R8.3-03 a picture dropped on the card is cut and sent, and shows everywhere at once', async () => {
  const { button, dialog, text, calls, pictures } = await opened()
  drop(await drawnFile())
  await expect.element(dialog('Choose what is shown')).toBeVisible()
  await button('Use this picture').click()
  await expect.element(text('Image uploaded successfully')).toBeVisible()
  expect(calls('POST /profile/avatar')).toHaveLength(1)
  await expect.element(dialog('Choose what is shown')).not.toBeInTheDocument()
  await expect.poll(() => pictures).toContainEqual(expect.stringMatching(/s=180&d=blank&v=version-1$/))
  await expect.poll(() => pictures).toContainEqual(expect.stringMatching(/s=34&d=blank&v=version-1$/))
})

test('R2.6-08 a picture is chosen by a click, moved and enlarged by keys, and removed again', async () => {
  const { button, dialog, text, page, pictures } = await opened()
  await choose(await drawnFile())
  await expect.element(dialog('Choose what is shown')).toBeVisible()
  await expect.element(button('Use this picture')).toBeEnabled()
  const area = page.getByRole('group', { name: 'Part of the picture that is shown' })
  await expect.element(area).toHaveFocus()
  const placed = () => document.querySelector<HTMLElement>('.crop img')?.style.transform
  const before = placed()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(placed).not.toBe(before)
  await page.getByRole('slider', { name: 'Zoom' }).fill('2')
  await expect.poll(placed).toContain('scale(2)')
  await button('Use this picture').click()
  await button('Remove picture').click()
  await expect.element(text('The picture was removed')).toBeVisible()
  await expect.element(button('Remove picture')).not.toBeInTheDocument()
  await expect.poll(() => pictures.at(-1)).toMatch(/v=none$/)
  await expect.element(button(/choose a file/)).toHaveFocus()
})

test('R5.6-10 R8.6-17 a file above 2 MB or of another kind is refused before it is sent; what cannot be read is told', async () => {
  const { text, calls, dialog, button } = await opened()
  drop(new File([new Uint8Array(mostPictureBytes + 1)], 'me.png'))
  await expect.element(text('2MB limit exceeded')).toBeVisible()
  drop(new File(['<svg/>'], 'me.svg'))
  await expect.element(text('Extension not allowed')).toBeVisible()
  await expect.element(dialog('Choose what is shown')).not.toBeInTheDocument()
  drop(new File([new Uint8Array(mostPictureBytes)], 'me.png'))
  await expect.element(text(/This file is no picture/)).toBeVisible()
  await expect.element(button('Use this picture')).toBeDisabled()
  expect(calls('POST /profile/avatar')).toHaveLength(0)
})

// What is pressed in a row or in the panel beside a list goes once it is done, and leaves the focus beside it.
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { Docked } from './docked.tsx'
import { besideInRow } from './entity-table/row-keys.ts'
import { useKeptFocus } from './keep-focus.ts'
import { show } from './widgets.harness.tsx'

afterEach(async () => {
  await cleanup()
})

/** As when the list is read again. */
const useDone = () => {
  const [done, setDone] = useState(false)
  return [done, () => void setTimeout(() => setDone(true), 50)] as const
}

const List = () => {
  const place = useRef<HTMLDivElement>(null)
  const [done, approve] = useDone()
  useKeptFocus(place, besideInRow)
  return (
    <div ref={place}>
      <table>
        <tbody>
          {['Ana', 'Ben'].map((name) => (
            <tr key={name} data-key={name}>
              <td>
                <button type="button" className="et-open">
                  {name}
                </button>
              </td>
              <td>
                {!(done && name === 'Ben') && (
                  <button type="button" onClick={approve}>
                    Approve {name}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Of what waits: what is decided leaves it. */
const Waiting = ({ names }: { names: readonly string[] }) => {
  const place = useRef<HTMLDivElement>(null)
  const [decided, decide] = useState<readonly string[]>([])
  useKeptFocus(place, besideInRow)
  const left = names.filter((name) => !decided.includes(name))
  return (
    <main id="content" tabIndex={-1}>
      <div ref={place}>
        {left.length > 0 && (
          <table>
            <tbody>
              {left.map((name) => (
                <tr key={name} data-key={name}>
                  <td>
                    <button type="button" className="et-open">
                      {name}
                    </button>
                    <button type="button" onClick={() => decide([...decided, name])}>
                      Approve {name}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </main>
  )
}

const Panel = () => {
  const [done, approve] = useDone()
  const foot = !done && (
    <button type="button" onClick={approve}>
      Approve
    </button>
  )
  return (
    <Docked title="A request" head={<h2>Request</h2>} foot={foot} onClose={() => {}}>
      <p>What changes</p>
    </Docked>
  )
}

test('a button of a row that goes with what it did leaves the focus to what opens the row', async () => {
  await show(<List />)
  await page.getByRole('button', { name: 'Approve Ben' }).click()
  await expect.element(page.getByRole('button', { name: 'Approve Ben' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Ben', exact: true })).toHaveFocus()
})

test('rule 23 a row that goes with what was decided leaves the focus to the one in its place, the last one to the page', async () => {
  await show(<Waiting names={['Ana', 'Ben', 'Cleo']} />)
  const decide = (name: string) => page.getByRole('button', { name: `Approve ${name}` }).click()
  await decide('Ben')
  await expect.element(page.getByRole('button', { name: 'Cleo', exact: true })).toHaveFocus()
  await decide('Cleo')
  await expect.element(page.getByRole('button', { name: 'Ana', exact: true })).toHaveFocus()
  await decide('Ana')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a button of the panel beside a list leaves it to the panel', async () => {
  await show(<Panel />)
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.click()
  await expect.element(approve).not.toBeInTheDocument()
  expect(document.activeElement).toBe(document.querySelector('.docked-body'))
})

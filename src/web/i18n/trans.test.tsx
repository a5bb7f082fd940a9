import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Compiled } from '#shared/i18n/translator.ts'
import { createRearrange } from './rearrange.tsx'
import { setRearrange, Trans } from './trans.tsx'

afterEach(() => setRearrange((children) => children))

function speak(key: string, translation: string) {
  setRearrange(
    createRearrange((asked) => (asked === key ? (compileMessage(translation) as Compiled) : undefined)),
  )
}

const Sentence = ({ name }: { name: string }) => (
  <p>
    <Trans>
      <b>{[name]}</b> shared <a href="/x">a file of {['Ann']}</a> with you <i />.
    </Trans>
  </p>
)

test('a sentence in English stays unchanged', async () => {
  const { container } = await render(<Sentence name="<0>Bo</0>" />)
  expect(container.querySelector('p')?.innerHTML).toBe(
    '<b>&lt;0&gt;Bo&lt;/0&gt;</b> shared <a href="/x">a file of Ann</a> with you <i></i>.',
  )
})

test('its elements and values are placed as in the translation', async () => {
  speak(
    '<0>{0}</0> shared <1>a file of {1}</1> with you <2/>.',
    'Recibió <2/> <1>un archivo de {1}</1> de <0>{0}</0>.',
  )
  const { container } = await render(<Sentence name="<0>Bo</0>" />)
  expect(container.querySelector('p')?.innerHTML).toBe(
    'Recibió <i></i> <a href="/x">un archivo de Ann</a> de <b>&lt;0&gt;Bo&lt;/0&gt;</b>.',
  )
})

import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, choose, dateField, field, fillIn, typeDate } from '#testing/web/fields.ts'
import { owner, renderInApp, stopClock } from '#testing/web/render.tsx'
import { Checkbox } from './checkbox.tsx'
import { ComboField } from './combo-field.tsx'
import { DateField } from './date-field.tsx'
import { NumberField } from './number-field.tsx'
import { RadioField } from './radio-field.tsx'
import { SelectField } from './select-field.tsx'
import { Switch } from './switch.tsx'
import { TagField } from './tag-field.tsx'
import { TextField } from './text-field.tsx'

type FieldElement<V> = (value: V, onChange: (value: V) => void) => React.ReactNode

/** Renders a field with its state, in a form that it must never submit. */
async function renderField<V>(initial: V, element: FieldElement<V>, user = owner) {
  const onChange = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  function Screen() {
    const [value, setValue] = useState(initial)
    const change = (next: V) => {
      onChange(next)
      setValue(next)
    }
    return (
      <form noValidate onSubmit={onSubmit}>
        {element(value, change)}
        <button type="button">Elsewhere</button>
      </form>
    )
  }
  await renderInApp(<Screen />, { user })
  return { onChange, onSubmit, last: () => onChange.mock.lastCall?.[0] }
}

describe('a date', () => {
  const incomplete = 'Enter the whole date: month, day and year.'
  const input = dateField('Expires on')
  const renderDate = (initial: string | null, today: string | null = null) =>
    renderField<string | null>(initial, (value, onChange) => (
      <DateField label="Expires on" value={value} onChange={onChange} today={today} />
    ))

  test('is typed in one go, and counts once it is complete', async () => {
    const { onChange, last } = await renderDate(null)
    await typeDate('Expires on', '0331202')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.keyboard('7')
    expect(last()).toBe('2027-03-31')
  })

  test.each([
    ['27', '2027-03-31'],
    ['1927', '1927-03-31'],
  ])('with the year %s is %s once the field is left', async (year, date) => {
    const { last } = await renderDate(null)
    await typeDate('Expires on', `0331${year}`)
    await userEvent.click(button('Elsewhere'))
    await expect.element(input).toHaveValue(date)
    expect(last()).toBe(date)
  })

  test('is repeated in words only once it is complete', async () => {
    await renderDate(null)
    await typeDate('Expires on', '0405202')
    await expect.element(page.getByText(/^Apr 5/)).not.toBeInTheDocument()
    await userEvent.keyboard('7')
    await expect.element(page.getByText('Apr 5, 2027', { exact: true })).toBeVisible()
  })

  test('says in how many days it is, by the date of the server', async () => {
    stopClock('2024-01-01T18:00:00.000Z')
    await renderDate('2027-04-05', '2026-11-26')
    await expect.element(page.getByText('Apr 5, 2027 · in 130 days')).toBeVisible()
  })

  test.each([
    ['without its year', '0405'],
    ['with three digits of its year', '0405202'],
    ['that does not exist', '02312027'],
  ])('%s is an error, and its form is not submitted', async (_how, digits) => {
    const { last, onSubmit } = await renderDate(null)
    await typeDate('Expires on', digits)
    await userEvent.click(button('Elsewhere'))
    await expect.element(input).toBeInvalid()
    await expect.element(input).toHaveAccessibleDescription(incomplete)
    input.element().closest('form')?.requestSubmit()
    expect([last() ?? null, onSubmit.mock.calls.length]).toEqual([null, 0])
    await typeDate('Expires on', '04052027')
    await expect.element(input).toBeValid()
    input.element().closest('form')?.requestSubmit()
    expect([last(), onSubmit.mock.calls.length]).toEqual(['2027-04-05', 1])
  })

  test('is asked for in full when its form is submitted without leaving it', async () => {
    const { onSubmit } = await renderDate(null)
    await typeDate('Expires on', '0405')
    input.element().closest('form')?.requestSubmit()
    await expect.element(page.getByText(incomplete)).toBeVisible()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('that is cleared is no date, without an error', { tags: 'long' }, async () => {
    const { last } = await renderDate('2027-03-31')
    await userEvent.fill(input, '')
    await userEvent.click(button('Elsewhere'))
    await expect.element(input).toBeValid()
    expect(last()).toBeNull()
  })

  test('has one focus ring, around its box', async () => {
    await renderDate(null)
    await userEvent.tab()
    const rings = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => getComputedStyle(element).outlineStyle !== 'none',
    )
    expect(rings).toEqual([input.element()])
  })

  test('that is stored in an invalid form is shown as empty', async () => {
    await renderDate('2027-02-31')
    await expect.element(input).toHaveValue('')
  })
})

describe('a field with suggestions', () => {
  const states = [
    { id: 'TX', label: 'Texas', description: 'TX' },
    { id: 'FL', label: 'Florida', description: 'FL' },
  ]
  const renderCombo = (allowsCustom = false, initial = '') =>
    renderField(initial, (value, onChange) => (
      <ComboField
        label="State"
        items={states}
        allowsCustom={allowsCustom}
        value={value}
        onChange={onChange}
      />
    ))
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent)

  test('filters its list by the typed words, in name, code and description', async () => {
    await renderCombo()
    await userEvent.fill(field('State'), 'tx')
    await expect.poll(options).toEqual(['TexasTX'])
    await userEvent.fill(field('State'), 'flor')
    await expect.poll(options).toEqual(['FloridaFL'])
    await userEvent.fill(field('State'), 'zz')
    await expect.element(page.getByText('No matches.')).toBeVisible()
  })

  test('lists options that start with the typed text first, and finds other names', async () => {
    const certifications = [
      { id: 'CCCN', label: 'CWOCN - Wound care', description: 'CCC board' },
      { id: 'CCRN', label: 'CCRN - Critical care', names: ['intensive care'] },
    ]
    await renderField('', (value, onChange) => (
      <ComboField label="State" items={certifications} value={value} onChange={onChange} />
    ))
    await userEvent.fill(field('State'), 'cc')
    await expect.poll(options).toEqual(['CCRN - Critical care', 'CWOCN - Wound careCCC board'])
    await userEvent.fill(field('State'), 'intensive')
    await expect.poll(options).toEqual(['CCRN - Critical care'])
  })

  test('selects an option whose full name is typed', async () => {
    const { last } = await renderCombo()
    await fillIn('State', ' florida ')
    await expect.poll(last).toBe('FL')
    await expect.element(field('State')).toHaveValue('Florida')
  })

  test('without custom text restores the chosen option', async () => {
    const { onChange } = await renderCombo(false, 'TX')
    await fillIn('State', 'Tex-as')
    await expect.element(field('State')).toHaveValue('Texas')
    expect(onChange).not.toHaveBeenCalled()
  })

  test.each([
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['Tab', () => userEvent.tab()],
    ['leaving the field', async () => field('State').element().blur()],
  ])('takes the one option that matches with %s', async (_name, leave) => {
    const { last } = await renderCombo(true)
    await userEvent.fill(field('State'), 'flor')
    await leave()
    await expect.element(field('State')).toHaveValue('Florida')
    expect(last()).toBe('FL')
  })

  const near = [
    { id: 'VA', label: 'Virginia', description: 'VA' },
    { id: 'WV', label: 'West Virginia', description: 'WV' },
    { id: 'RN', label: 'RN', description: 'Registered Nurse' },
    { id: 'CRNA', label: 'CRNA', description: 'Certified Registered Nurse Anesthetist' },
    { id: 'known:CCRN', label: 'CCRN - Critical care' },
    { id: 'known:CCRN-K', label: 'CCRN-K - Critical care knowledge' },
    { id: 'nino', label: 'El Niño' },
  ]
  const renderNear = (initial = '') =>
    renderField(initial, (value, onChange) => (
      <ComboField label="Choice" items={near} allowsCustom value={value} onChange={onChange} />
    ))

  test.each([
    ['virginia', 'VA', 'an option’s name'],
    ['ccrn', 'known:CCRN', 'the code before an option’s name'],
    ['registered nurse', 'RN', 'an option’s description'],
    ['west', 'WV', 'the beginning of one option'],
    ['registered', 'RN', 'the beginning of one description'],
    ['anesthetist', 'CRNA', 'a word of one option'],
    ['west  VIRGINIA ', 'WV', 'a name with other spaces and letters'],
    ['elnino', 'nino', 'a name without its accent'],
  ])('%s means %s: it is %s', async (typed, id) => {
    const { last } = await renderNear()
    await fillIn('Choice', typed)
    await expect.poll(last).toBe(id)
  })

  test('stores nothing of a text that several options match, and says what to do', async () => {
    const { last, onSubmit } = await renderNear('VA')
    await fillIn('Choice', 'nurse')
    await expect.element(field('Choice')).toHaveValue('nurse')
    await expect.element(field('Choice')).toBeInvalid()
    await expect
      .element(field('Choice'))
      .toHaveAccessibleDescription('Choose one of the suggestions, or use “nurse” as written.')
    field('Choice').element().closest('form')?.requestSubmit()
    expect([last(), onSubmit.mock.calls.length]).toEqual([undefined, 0])

    await userEvent.click(field('Choice'))
    await expect
      .poll(options)
      .toEqual(['RNRegistered Nurse', 'CRNACertified Registered Nurse Anesthetist', 'Use “nurse” as written'])
    await userEvent.click(page.getByRole('option', { name: 'Use “nurse” as written' }))
    await expect.poll(last).toBe('nurse')
    await userEvent.tab()
    await expect.element(field('Choice')).toHaveValue('nurse')
    await expect.element(field('Choice')).toBeValid()
    field('Choice').element().closest('form')?.requestSubmit()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  test('takes a text as it is typed when the form is sent without leaving the field', async () => {
    const { last, onSubmit } = await renderNear()
    await userEvent.fill(field('Choice'), 'west')
    field('Choice').element().closest('form')?.requestSubmit()
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1)
    expect(last()).toBe('WV')
  })

  test('opens its list when it is pressed, and closes it with Escape and on leaving', async () => {
    await renderCombo()
    await userEvent.click(field('State'))
    await expect.poll(options).toEqual(['TexasTX', 'FloridaFL'])
    await userEvent.keyboard('{Escape}')
    await expect.poll(options).toEqual([])
    await userEvent.click(button('Show suggestions: State'))
    await expect.poll(options).toEqual(['TexasTX', 'FloridaFL'])
    await expect.element(field('State')).toHaveFocus()
    await userEvent.tab()
    await expect.poll(options).toEqual([])
  })

  test('is chosen with the arrow keys and Enter, which does not submit the form', async () => {
    const { last, onSubmit } = await renderCombo()
    field('State').element().focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(field('State')).toHaveValue('Florida')
    expect([last(), onSubmit.mock.calls.length]).toEqual(['FL', 0])
    await expect.poll(options).toEqual([])
  })

  test('replaces the chosen option when the owner types', async () => {
    const { last } = await renderCombo(false, 'TX')
    await userEvent.click(field('State'))
    await userEvent.keyboard('flo{Enter}')
    await expect.poll(last).toBe('FL')
  })

  describe('that is a list of nearly everything', () => {
    const places = [
      { id: 'NC', label: 'North Carolina', description: 'NC', names: ['n car', 'carolina del norte'] },
      { id: 'SC', label: 'South Carolina', description: 'SC', names: ['s car', 'carolina del sur'] },
    ]
    const renderPlaces = (initial = '', items = places) =>
      renderField(initial, (value, onChange) => (
        <ComboField label="State" items={items} allowsCustom="asked" value={value} onChange={onChange} />
      ))
    const ask = button('Use “Ontario” as written')

    test.each(['N. Car.', 'n car', 'Carolina del Norte', 'NC', 'Nórth'])('knows %s', async (typed) => {
      const { last } = await renderPlaces()
      await fillIn('State', typed)
      await expect.poll(last).toBe('NC')
      await expect.element(field('State')).toHaveValue('North Carolina')
    })

    test('stores a text that is not in it only when the owner says so', async () => {
      const { last, onSubmit } = await renderPlaces()
      await fillIn('State', 'Ontario')
      await expect
        .element(field('State'))
        .toHaveAccessibleDescription(
          '“Ontario” is not in the list. Check the spelling, or use it as written.',
        )
      field('State').element().closest('form')?.requestSubmit()
      expect([last(), onSubmit.mock.calls.length]).toEqual([undefined, 0])
      await userEvent.click(ask)
      await expect.poll(last).toBe('Ontario')
      await expect.element(field('State')).toBeValid()
      await expect.element(ask).not.toBeInTheDocument()
      field('State').element().closest('form')?.requestSubmit()
      expect(onSubmit).toHaveBeenCalledOnce()
    })

    test('offers the text as the last suggestion', async () => {
      const { last } = await renderPlaces()
      await userEvent.fill(field('State'), 'Ontario')
      await expect.poll(options).toEqual(['Use “Ontario” as written'])
      await userEvent.keyboard('{ArrowDown}{Enter}')
      await expect.poll(last).toBe('Ontario')
    })

    test('leaves alone what was stored before', async () => {
      const { onChange, onSubmit } = await renderPlaces('Ontario')
      await userEvent.click(field('State'))
      await userEvent.tab()
      field('State').element().closest('form')?.requestSubmit()
      expect([onChange.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 1])
    })

    test('asks nothing while it lists nothing', async () => {
      const { last } = await renderPlaces('', [])
      await fillIn('State', 'Ontario')
      await expect.poll(last).toBe('Ontario')
    })
  })

  test('with custom text keeps what was typed', async () => {
    const { last } = await renderCombo(true)
    await fillIn('State', 'Ontario')
    await expect.element(field('State')).toHaveValue('Ontario')
    expect(last()).toBe('Ontario')
  })
})

describe('a number', () => {
  const renderNumber = (initial: number | null = null) =>
    renderField(initial, (value, onChange) => (
      <NumberField
        label="Hours"
        value={value}
        onChange={onChange}
        step={0.25}
        min={0.25}
        max={10}
        unit="hours"
      />
    ))

  test.each([
    ['1.5', 1.5],
    ['1.333', 1.333],
    ['1,5', 1.5],
    ['', null],
  ])('typed as "%s" is %s', async (typed, value) => {
    const { last } = await renderNumber(2)
    await fillIn('Hours', typed)
    await expect.poll(last).toBe(value)
  })

  test.each([
    ['0.2', 'Enter at least 0.25.'],
    ['-1', 'Enter at least 0.25.'],
    ['99', 'Enter at most 10.'],
    ['1,500', 'Enter at most 10.'],
    ['90 min', 'Enter a number, such as 1.5.'],
    ['1:30', 'Enter a number, such as 1.5.'],
  ])('typed as "%s" stays, with the error "%s", and the form is not sent', async (typed, error) => {
    const { onSubmit } = await renderNumber()
    await userEvent.click(field('Hours'))
    await userEvent.keyboard(`${typed}{Enter}`)
    await userEvent.tab()
    await expect.element(field('Hours')).toHaveValue(typed)
    await expect.element(field('Hours')).toHaveAccessibleDescription(error)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('goes to the next quarter, within its bounds', async () => {
    const { last } = await renderNumber(9.9)
    await userEvent.click(button('Increase Hours'))
    await expect.poll(last).toBe(10)
    await expect.element(button('Increase Hours')).toBeDisabled()
    await userEvent.click(button('Decrease Hours'))
    await expect.poll(last).toBe(9.75)
  })
})

describe('tags', () => {
  const chosen = () =>
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  const renderTags = (initial: string[] = [], max = 3) =>
    renderField(initial, (value, onChange) => (
      <TagField label="Tags" value={value} onChange={onChange} suggestions={['travel', 'night']} max={max} />
    ))

  test('are added with Enter, a comma, or on blur; Enter does not submit the form', async () => {
    const { onSubmit } = await renderTags()
    await userEvent.fill(field('Tags'), 'one')
    await userEvent.keyboard('{Enter}')
    await userEvent.fill(field('Tags'), 'two,')
    await userEvent.fill(field('Tags'), 'three')
    await userEvent.click(button('Elsewhere'))
    await expect.poll(chosen).toEqual(['one', 'two', 'three'])
    expect(onSubmit).not.toHaveBeenCalled()
  })

  test('are compared without case', async () => {
    const { last } = await renderTags(['Travel'])
    await userEvent.fill(field('Tags'), 'travel, ICU ,ICU')
    await userEvent.keyboard('{Enter}')
    await expect.poll(last).toEqual(['Travel', 'ICU'])
  })

  test('are suggested until they are chosen', async () => {
    const { last } = await renderTags()
    await userEvent.click(button('night'))
    await expect.poll(last).toEqual(['night'])
    await expect.element(button('night')).not.toBeInTheDocument()
  })

  test('are removed with Backspace, or each by its button', async () => {
    const { last } = await renderTags(['one', 'two', 'three'], 10)
    await userEvent.click(field('Tags'))
    await userEvent.keyboard('{Backspace}')
    await expect.poll(last).toEqual(['one', 'two'])
    await userEvent.click(button('Remove one'))
    await expect.element(field('Tags')).toHaveFocus()
    await expect.poll(last).toEqual(['two'])
  })

  test('are limited in number, and the field shows the limit', async () => {
    const { last } = await renderTags(['one', 'two'])
    await userEvent.fill(field('Tags'), 'three,four')
    await userEvent.keyboard('{Enter}')
    await expect.poll(last).toEqual(['one', 'two', 'three'])
    await expect.element(field('Tags')).toHaveAttribute('readonly')
    await expect.element(field('Tags')).toHaveAccessibleDescription('You can add at most 3.')
  })
})

describe('a choice', () => {
  const items = [
    { id: 'each', label: 'One each' },
    { id: 'daily', label: 'Once a day' },
  ]

  test('from a list is made with the keyboard', async () => {
    const { last } = await renderField('each', (value, onChange) => (
      <SelectField label="Frequency" items={items} value={value} onChange={onChange} />
    ))
    field('Frequency').element().focus()
    await userEvent.keyboard('o{ArrowDown}')
    await expect.poll(last).toBe('daily')
    await expect.element(field('Frequency')).toHaveDisplayValue('Once a day')
  })

  test('from a list shows what to do until it is made', async () => {
    const { last } = await renderField<string | null>(null, (value, onChange) => (
      <SelectField label="Frequency" items={items} value={value} onChange={onChange} />
    ))
    await expect.element(field('Frequency')).toHaveDisplayValue('Choose')
    await choose('Frequency', 'One each')
    await expect.poll(last).toBe('each')
    expect([...document.querySelectorAll('option')].map(({ label }) => label)).toEqual([
      'One each',
      'Once a day',
    ])
  })

  test('among a few is made with the arrow keys', async () => {
    const { last } = await renderField('each', (value, onChange) => (
      <RadioField label="Frequency" description="Of mail" items={items} value={value} onChange={onChange} />
    ))
    await expect
      .element(page.getByRole('radiogroup', { name: 'Frequency' }))
      .toHaveAccessibleDescription('Of mail')
    page.getByRole('radio', { name: 'One each' }).element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(last).toBe('daily')
  })

  test.each([
    ['switch', Switch],
    ['checkbox', Checkbox],
  ] as const)('of a %s is made with the space bar, and its error is read with it', async (role, Toggle) => {
    const { last } = await renderField(false, (value, onChange) => (
      <Toggle
        label="Weekly"
        description="Until renewed"
        errorMessage="Not now"
        value={value}
        onChange={onChange}
      />
    ))
    const toggle = page.getByRole(role, { name: 'Weekly' })
    await expect.element(toggle).toHaveAccessibleDescription(/Until renewed\s*Not now/)
    toggle.element().focus()
    await userEvent.keyboard(' ')
    await expect.poll(last).toBe(true)
  })
})

test.each([
  ['text', (errorMessage: string) => <TextField label="Field" errorMessage={errorMessage} />],
  [
    'several lines',
    (errorMessage: string) => <TextField label="Field" multiline errorMessage={errorMessage} />,
  ],
  [
    'a number',
    (errorMessage: string) => (
      <NumberField label="Field" value={1} onChange={() => {}} errorMessage={errorMessage} />
    ),
  ],
  [
    'suggestions',
    (errorMessage: string) => (
      <ComboField
        label="Field"
        items={[]}
        value=""
        onChange={() => {}}
        allowsCustom
        errorMessage={errorMessage}
      />
    ),
  ],
  [
    'a choice',
    (errorMessage: string) => (
      <SelectField label="Field" items={[]} value={null} onChange={() => {}} errorMessage={errorMessage} />
    ),
  ],
  [
    'tags',
    (errorMessage: string) => (
      <TagField label="Field" value={[]} onChange={() => {}} errorMessage={errorMessage} />
    ),
  ],
])('an error of %s is read with the field, which is marked', async (_name, element) => {
  await renderInApp(element('Not like this'))
  await expect.element(field('Field')).toBeInvalid()
  await expect.element(field('Field')).toHaveAccessibleDescription(/Not like this$/)
})

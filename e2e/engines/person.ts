import { type Engine, until } from './engine.ts'

type Point = { x: number; y: number }
type Kind = 'button' | 'menu' | 'link' | 'field' | 'option' | 'choice'

/** What a person does in a browser, by what they see: names of buttons, links and fields. */
export function personAt({ run, press, type, ...engine }: Engine) {
  /** Waits until it stays in its place: what is still loading above it would move it away from the press. */
  async function pressOn(kind: Kind, name: string) {
    let before: Point | null = null
    const { x, y } = await until(`${kind} "${name}"`, async () => {
      const now = await run(pointOf, kind, name)
      const isAtRest = now !== null && now.x === before?.x && now.y === before.y
      before = now
      return isAtRest ? now : null
    })
    await press(x, y)
  }

  const shown = () => run(() => document.body.innerText)

  return {
    open: (path: string) => engine.open(path),
    press: (name: string) => pressOn('button', name),
    openMenu: (name: string) => pressOn('menu', name),
    follow: (name: string) => pressOn('link', name),
    choose: (name: string) => pressOn('choice', name),
    /** Types into a field, in the place of what it has. */
    async fill(name: string, text: string) {
      await pressOn('field', name)
      await run(() => (document.activeElement as HTMLInputElement).select())
      await type(text)
      await until(`"${text}" in ${name}`, () => run(readValue, name).then((value) => value === text))
    },
    /** Types the beginning of a suggestion and takes it. */
    async pick(name: string, option: string) {
      await pressOn('field', name)
      await run(() => (document.activeElement as HTMLInputElement).select())
      await type(option)
      await pressOn('option', option)
      await until(`${option} in ${name}`, () => run(readValue, name).then((value) => value === option))
    },
    /** As the browser's own calendar does, which no driver can press. */
    async setDate(name: string, date: string) {
      await pressOn('field', name)
      await run(setValue, name, date)
    },
    readValue: (name: string) => run(readValue, name),
    async attach(path: string) {
      const input = 'input[type=file]:not([capture])'
      await until('a field for files', () =>
        run((selector) => document.querySelector(selector) !== null, input),
      )
      await engine.attach(input, [path])
    },
    async sees(text: string | RegExp, ms?: number) {
      const { source, flags } = typeof text === 'string' ? new RegExp(escaped(text)) : text
      try {
        await until(`the text ${text}`, () => run(hasText, source, flags), ms)
      } catch (error) {
        throw new Error(`The page says: ${(await shown()).slice(0, 1000)}`, { cause: error })
      }
    },
    text: shown,
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function hasText(source: string, flags: string): boolean {
  return new RegExp(source, flags).test(document.body.innerText)
}

function readValue(name: string): string | undefined {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  const labels = (field: HTMLInputElement) =>
    [
      field.getAttribute('aria-label'),
      ...[...(field.labels ?? [])].map(({ textContent }) => textContent),
      ...(field.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    ].map((text) => (text ?? '').trim())
  return fields.find((field) => field.getClientRects().length > 0 && labels(field).includes(name))?.value
}

/** React hears of a value only if it does not come from its own setter. */
function setValue(_name: string, value: string): void {
  const field = document.activeElement as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  field.blur()
}

/** Scrolls to the first visible thing of this name. `null` while there is none, or while something covers it. */
function pointOf(kind: Kind, name: string): Point | null {
  const selectors = {
    button: 'button, [role=button], [role=menuitem]',
    menu: 'button[aria-haspopup]',
    link: 'a[href]',
    field: 'input:not([type=file]), textarea, select',
    option: '[role=option]',
    choice: 'label',
  }
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const namesOf = (element: HTMLElement) => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ')
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    return [
      element.getAttribute('aria-label'),
      ids.map((id) => document.getElementById(id)?.textContent).join(' '),
      ...labels.map(({ textContent }) => textContent),
      element.innerText,
    ].map(clean)
  }
  const all = [...document.querySelectorAll<HTMLElement>(selectors[kind])].filter(
    (element) => element.getClientRects().length > 0 && !element.closest('[inert], [aria-hidden=true]'),
  )
  // The name of an option has its meaning behind it, that of the account menu its initials before it.
  const element =
    all.find((one) => namesOf(one).includes(name)) ??
    (kind === 'option' || kind === 'menu'
      ? all.find((one) => namesOf(one).some((text) => text.includes(name)))
      : undefined)
  if (!element || (element as HTMLButtonElement).disabled) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = { x: Math.round(left + Math.min(width / 2, 60)), y: Math.round(top + height / 2) }
  const hit = document.elementFromPoint(at.x, at.y)
  const isHit =
    hit !== null &&
    (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
  return isHit ? at : null
}

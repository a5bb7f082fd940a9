import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readSource } from './message-sources.ts'
import { findMessageFaults, messageFaults, translationFaults } from './messages.ts'

const path = 'src/web/auth/a.tsx'
const catalog = 'src/locales/es/web/auth.json'
const faultsOf = (code: string, texts: Record<string, string>, translated: string[] = []) =>
  messageFaults([readSource(path, code)], new Map([[catalog, texts]]), translated)
const textsOf = (code: string) => readSource(path, code).messages.map(({ text }) => text)

describe('the texts of a file', () => {
  test('include those in t, msg and Trans, with the names of their values', () => {
    expect(
      textsOf(`
        const title = msg\`Sign in\`
        const a = () => [t\`Expires on \${credential.expiresAt}\`, t\`\${name} and \${other.name} of \${date(day)}\`]
        const b = () => t\`You need \${plural(left, { one: '# hour', other: '# hours' })}\`
        const c = () => <p><Trans>Read the{' '}<Link title={t\`Terms\`}>terms of <b>{[company]}</b></Link>{' '}
          and <Logo />.</Trans></p>`),
    ).toEqual([
      'Sign in',
      'Expires on {expiresAt}',
      '{name} and {name2} of {day}',
      'You need {left, plural, one {# hour} other {# hours}}',
      'Read the <0>terms of <1>{company}</1></0> and <2/>.',
      'Terms',
    ])
  })

  test.each([
    ['const a = t`Sign in`', 'runs before the language is known'],
    [`const a = () => t\`\${name}\``, 'has no words'],
    ['const a = () => <Trans>Hello {name}</Trans>', 'stands in brackets'],
    [`const a = () => t\`in \${plural(n, { one: x, other: y })} days\``, 'plural takes'],
  ])('%s is refused', (code, fault) => {
    expect(faultsOf(code, {}).join('\n')).toContain(fault)
  })
})

describe('npm run check', () => {
  const code = `const a = () => [t\`Sign in\`, t\`Until \${date}\`]`
  const texts = { 'Sign in': 'Iniciar sesión', 'Until {date}': 'Hasta {date}' }

  test('passes when every text has a translation', () => {
    expect(faultsOf(code, texts)).toEqual([])
  })

  test.each<[what: string, given: Record<string, string>, fault: string]>([
    ['a missing text', { 'Sign in': 'Iniciar sesión' }, 'has no translation of: Until {date}'],
    ['an empty one', { ...texts, 'Sign in': '' }, 'has no translation of: Sign in'],
    ['an unused one', { ...texts, 'Sign out': 'Salir' }, 'nothing says any more: Sign out'],
    ['a lost value', { ...texts, 'Until {date}': 'Hasta' }, 'has other values: Until {date}'],
    ['a broken pattern', { ...texts, 'Until {date}': 'Hasta {date' }, 'is no message'],
  ])('finds %s', (_what, given, fault) => {
    expect(faultsOf(code, given).join('\n')).toContain(fault)
  })

  test('finds one text with two translations', () => {
    const sources = [readSource(path, code), readSource('src/web/home/b.tsx', 'const b = () => t`Sign in`')]
    const catalogs = new Map<string, Record<string, string>>([
      [catalog, texts],
      ['src/locales/es/web/home.json', { 'Sign in': 'Entrar' }],
    ])
    expect(messageFaults(sources, catalogs, []).join()).toContain('is translated in another way')
  })

  test('finds untranslated texts in a finished folder, and ignores class names, errors and paths', () => {
    const mixed = `const a = () => <p className="Grid gap-4" title="Your vault"><b>Hello there</b>
      {throwIt(new Error('No such row'), '/Some/Path here', done ? 'Nothing is left' : t\`Sign in\`)}
      <i>{\`\${day} · in 130 days\`}</i><i>{\`\${title} · \${day}\`}</i></p>`
    expect(faultsOf(mixed, { 'Sign in': 'Iniciar sesión' }, ['src/web/auth'])).toEqual(
      ['Your vault', 'Hello there', 'Nothing is left', '… · in 130 days'].map((text) =>
        expect.stringContaining(`is not translated: ${text}`),
      ),
    )
    expect(faultsOf(mixed, { 'Sign in': 'Iniciar sesión' }, ['src/web/home'])).toEqual([])
  })

  test('passes for this program', () => {
    expect(findMessageFaults(fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, ''))).toEqual([])
  })
})

test.each([
  ['<0>Read</0>', '<0>Lea</0>', []],
  ['<0>Read</0>', 'Lea', ['has other elements']],
  ['{n, plural, one {# day} other {# days}}', '{n, plural, one {# día} other {# días}}', []],
  [
    '{n, plural, one {# day} other {# days}}',
    '{n, plural, other {# días}}',
    ['has no form for one or other'],
  ],
  ['{n, plural, one {# day} other {# days}}', '{n} días', ['loses its plural']],
  ['Read', 'Lea ', ['has spaces too many']],
])('%j as %j', (text, translation, faults) => {
  expect(translationFaults(text, translation)).toEqual(faults)
})

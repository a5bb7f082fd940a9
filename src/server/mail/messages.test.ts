import { describe, expect, it } from 'vitest'
import { translateFor } from '#server/i18n/translations.ts'
import { english } from '#shared/i18n/translate.ts'
import type { Message } from './mailer.ts'
import {
  existingAccountMessage,
  invitationMessage,
  passwordChangedMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from './messages.ts'

const url = 'https://lanyard.example/login?mode=resetPassword&oobCode=Zk3uT8q1x0Vd7mQe'
const to = 'ann@example.com'
const messages = (name: string): Message[] => [
  verifyEmailMessage({ to, name, url, t: english }),
  resetPasswordMessage({ to, name, url, t: english }),
  existingAccountMessage({ to, name, url, t: english }),
  passwordChangedMessage({ to, name, t: english }),
]

/** The text of the HTML as a reader sees it. */
function wordsOf(html: string): string {
  const shown = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ')
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&', nbsp: ' ' }
  return shown.replace(/&([a-z]+|#39);/g, (_, name) => entities[name] ?? '?').replace(/\s+/g, ' ')
}

describe('a message to a nurse', () => {
  it.each(messages("Siobhán O'Brien").map((message) => [message.kind, message] as const))(
    '%s has the same content in text and HTML',
    (_, { text, html }) => {
      const words = wordsOf(html)
      for (const line of text.split('\n').filter((line) => line !== '' && line !== '--')) {
        expect(words).toContain(line.replace(/:$/, ''))
      }
      expect(text).toContain("Hello Siobhán O'Brien,")
    },
  )

  it.each(messages('Ann').map((message) => [message.kind, message] as const))(
    '%s loads nothing, runs nothing and does not shout',
    (_, { subject, text, html }) => {
      expect(html).not.toMatch(/<(img|link|script|iframe|form|object)\b|url\(|@import|\bsrc=/i)
      expect(`${subject}\n${text}`).not.toContain('!')
      expect(html.match(/https?:\/\/[^"<\s]+/g) ?? []).toSatisfy((urls: string[]) =>
        urls.every((found) => found.startsWith('https://lanyard.example/')),
      )
    },
  )

  it('shows markup in a name as text', () => {
    for (const { text, html } of messages('<b onclick="x">Ann</b> & {{name}} $&')) {
      expect(text).toContain('Hello <b onclick="x">Ann</b> & {{name}} $&,')
      expect(html).not.toContain('<b onclick')
      expect(wordsOf(html)).toContain('Hello <b onclick="x">Ann</b> & {{name}} $&,')
    }
  })

  it('greets on one line, whatever line breaks the name contains', () => {
    for (const { text } of messages('Ann\r\nBcc: eve@evil'))
      expect(text).toContain('Hello Ann Bcc: eve@evil,')
  })

  it.each(['', '   ', 'Win now http://evil.example', 'www.evil', 'evil.com', 'EVIL.COM'])(
    'greets "%s" without repeating it',
    (name) => {
      for (const { text, html } of messages(name)) {
        expect(text).toContain('Hello,\n')
        expect(html.toLowerCase()).not.toContain('evil')
      }
    },
  )

  it.each(['J. Smith', 'Ann Lee, M.D.', 'Ann Lee, Ph.D.', 'J.R.R. Tolkien', '山田 花子'])(
    'greets %s by name',
    (name) => {
      for (const { text } of messages(name)) expect(text).toContain(`Hello ${name},`)
    },
  )

  it('invites an address without a name, and says how long the link works', () => {
    const { subject, text, html } = invitationMessage({ to, url, t: english })
    expect(subject).toBe('You are invited to Lanyard')
    expect(text).toContain('Hello,\n')
    expect(text).toContain('works once, for 7 days')
    for (const form of [text, html.replaceAll('&amp;', '&')]) expect(form).toContain(url)
  })

  it('contains its one link, complete, in both forms', () => {
    for (const { kind, text, html } of messages('Ann')) {
      const carries = kind !== 'password_changed'
      expect(text.includes(url)).toBe(carries)
      expect(html.includes(`href="${url.replaceAll('&', '&amp;')}"`)).toBe(carries)
    }
  })

  it('says when its link expires', () => {
    expect(verifyEmailMessage({ to, name: '', url, t: english }).text).toContain('24 hours')
    expect(resetPasswordMessage({ to, name: '', url, t: english }).text).toContain('30 minutes')
  })

  it('says what to do if someone else requested it', () => {
    for (const { text } of messages('Ann')) expect(text).toContain('Not you?')
  })

  it('is in the language of the account', () => {
    const t = translateFor({ locale: 'es-MX' })
    const { subject, text, html } = resetPasswordMessage({ to, name: 'Sofía', url, t })
    expect(subject).toBe('Cree una contraseña nueva para Lanyard')
    expect(text).toContain('Hola, Sofía:')
    expect(text).toContain('¿No fue usted?')
    expect(text).not.toMatch(/\b(the|you|your)\b/i)
    expect(html).toContain('<html lang="es">')
  })
})

import { describe, expect, it } from 'vitest'
import { cleanText } from './text.ts'

// In quadratic time two megabytes would exceed the test's timeout.
describe('hostile text of two megabytes', () => {
  const LENGTH = 2_000_000
  const repeat = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
  const nested = (open: string, core: string, close: string) => {
    const depth = Math.floor(LENGTH / (open.length + close.length))
    return open.repeat(depth) + core + close.repeat(depth)
  }
  const texts = {
    '<script': repeat('<script'),
    '<script>': repeat('<script>'),
    '</script>': repeat('</script>'),
    'javascript:': repeat('javascript:'),
    'onx=': repeat('onx='),
    'onclick=': repeat('onclick='),
    'on and letters': `o${repeat('n')}=`,
    'blocks that take = after on and letters': `on${'x'.repeat(LENGTH / 2)} ${repeat('<script>=</script>').slice(0, LENGTH / 2)}`,
    'onclick =': repeat('onclick =  '),
    'nested tags': nested('<scr', '<script>', 'ipt>'),
    'nested prefixes': nested('java', 'javascript:', 'script:'),
    'spaces, then blocks that end a word':
      ' '.repeat(LENGTH / 2) + repeat('<script>=:</script>').slice(0, LENGTH / 2),
    'letters only': repeat('o'),
  }

  it.each(Object.entries(texts))('of %s is cleaned', (_name, text) => {
    const cleaned = cleanText(text)
    for (const removed of ['<script>', 'javascript:', 'onclick=', 'onclick =']) {
      expect(cleaned.includes(removed)).toBe(false)
    }
    expect(cleanText(cleaned) === cleaned).toBe(true)
  })
})

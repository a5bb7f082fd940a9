import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import type { SignUpPolicy } from '#shared/auth/sign-up-policy.ts'
import { siteConfig } from '#web/config/site.ts'
import { SignUpPolicyView } from './sign-up-policy-view.tsx'

afterEach(() => {
  siteConfig.signUps = { kind: 'open' }
})

function shown(policy: SignUpPolicy): string {
  siteConfig.signUps = policy
  return renderToStaticMarkup(createElement(SignUpPolicyView))
}

test('shows a visitor who may create an account, and nothing if everyone may', () => {
  expect(shown({ kind: 'open' })).toBe('')
  expect(shown({ kind: 'closed' })).toContain('This installation does not accept new accounts.')
  expect(shown({ kind: 'invite' })).toContain('Open the link in your invitation')
  expect(shown({ kind: 'domain', domains: ['hospital.example'] })).toContain('@hospital.example')
})

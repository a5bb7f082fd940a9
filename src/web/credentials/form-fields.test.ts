import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { certificationFields } from '#shared/credentials/certification.ts'
import { licenseFields } from '#shared/credentials/license.ts'
import { type SessionUser, sessionQuery } from '#web/session/session.ts'
import { CertificationForm } from './certification-form.tsx'
import { LicenseForm } from './license-form.tsx'

const registered = vi.hoisted(() => new Set<string>())

vi.mock('react-hook-form', async (importOriginal) => {
  const original = await importOriginal<typeof import('react-hook-form')>()
  const recording =
    <P extends { name: string }, R>(hook: (props: P) => R) =>
    (props: P) => {
      registered.add(props.name)
      return hook(props)
    }
  return {
    ...original,
    Controller: recording(original.Controller),
    useController: recording(original.useController),
    useFieldArray: recording(original.useFieldArray),
  }
})
vi.mock('#web/ui/unsaved-changes-guard.tsx', () => ({
  UnsavedChangesGuard: () => null,
}))

beforeEach(() => registered.clear())

const save = { fileIds: [], onSaved: () => {} }

const user: SessionUser = {
  ...{ id: '8f14e45f-ceea-467f-a8d4-3b5c1f0e6d2a', email: 'ann@example.com', name: 'Ann', firstName: 'Ann' },
  ...{ lastName: null, locale: 'en-US', timeZone: null, sessionKind: 'remembered' },
}

function render(form: ReactElement) {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, user)
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, form))
}

/** Files have their own picker; the code of a certification is set with its name. */
const elsewhere = ['fileId', 'fileIds', 'code']

const inForm = (fields: object) => Object.keys(fields).filter((key) => !elsewhere.includes(key))

test('the license form has every field of a license', () => {
  render(createElement(LicenseForm, save))
  expect([...registered].sort()).toEqual(inForm(licenseFields).sort())
})

test('the certification form has every field of a certification', () => {
  render(createElement(CertificationForm, save))
  expect([...registered].sort()).toEqual(inForm(certificationFields).sort())
})

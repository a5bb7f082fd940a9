import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToReadableStream } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { certificationFields } from '#shared/credentials/certification.ts'
import { certificationAnswer, licenseAnswer } from '#shared/credentials/credential.ts'
import { licenseFields } from '#shared/credentials/license.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
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
// No link leads to a part of the form.
vi.mock('@tanstack/react-router', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@tanstack/react-router')>()),
  useRouterState: () => false,
}))
vi.mock('#web/ui/unsaved-changes-guard.tsx', () => ({
  UnsavedChangesGuard: () => null,
}))

beforeEach(() => registered.clear())

const save = { fileIds: [], onSaved: () => {} }

const user: SessionUser = {
  ...{ id: '8f14e45f-ceea-467f-a8d4-3b5c1f0e6d2a', email: 'ann@example.com', name: 'Ann', firstName: 'Ann' },
  ...{ lastName: null, locale: 'en-US', timeZone: null, sessionKind: 'remembered' },
}

/** Waits for the parts that load later. */
async function render(form: ReactElement) {
  const client = new QueryClient()
  client.setQueryData(sessionQuery.queryKey, user)
  const stream = await renderToReadableStream(createElement(QueryClientProvider, { client }, form))
  await stream.allReady
}

/** A saved credential. The details in its form are open. */
const saved = {
  ...{ id: '0d2a3a3c-5b34-4f0e-9d35-3f3c1d0f4b11', status: 'active', daysLeft: 130, dateMissing: false },
  ...{ reminderDays: 30, followsSchedule: false, extra: [], archivedAt: null },
  ...{ createdAt: '2026-03-10T15:00:00.000Z', updatedAt: '2026-03-10T15:00:00.000Z' },
}

/** Files have their own picker. The code of a certification is set with its name. */
const elsewhere = ['fileId', 'fileIds', 'code']

const inForm = (fields: object) => Object.keys(fields).filter((key) => !elsewhere.includes(key))

test('the license form has every field of a license', async () => {
  const initial = licenseAnswer.parse({ ...sampleLicense, ...saved })
  await render(createElement(LicenseForm, { ...save, initial }))
  expect([...registered].sort()).toEqual(inForm(licenseFields).sort())
})

test('the certification form has every field of a certification', async () => {
  const initial = certificationAnswer.parse({ ...sampleCertification, ...saved })
  await render(createElement(CertificationForm, { ...save, initial }))
  expect([...registered].sort()).toEqual(inForm(certificationFields).sort())
})

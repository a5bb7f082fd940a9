import { expect } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Renewal, Term } from '#shared/renewals/renewal.ts'
import type { Browser } from './browser.ts'
import { readJson } from './ceu-vault.ts'

export const texasLicense = {
  ...{ kind: 'license', type: 'RN', state: 'TX', number: 'TX-1' },
  ...{ issuedAt: '2024-04-01', expiresAt: '2026-04-30' },
}
export const newCard = { issuedAt: '2026-03-10', expiresAt: '2028-04-30' }

/** A nurse's renewals through the API; an unexpected status fails immediately. */
export function renewalClient(nurse: Browser) {
  async function expectStatus<T>(status: number, asked: Promise<Response>): Promise<T> {
    const answer = await asked
    expect(answer.status, await answer.clone().text()).toBe(status)
    return (status === 204 ? undefined : await answer.json()) as T
  }
  const post = <T>(path: string, body: object, status = 200) =>
    expectStatus<T>(status, nurse.json('POST', `/api/${path}`, body))
  const get = <T>(path: string) => expectStatus<T>(200, nurse.fetch(`/api/${path}`))
  return {
    addLicense: (more: object = {}) => post<Credential>('credentials', { ...texasLicense, ...more }, 201),
    credential: (id: string) => get<Credential>(`credentials/${id}`),
    start: (credentialId: string, input: object = {}) =>
      post<Renewal>(`credentials/${credentialId}/renewals`, input, 201),
    change: (id: string, patch: object) =>
      expectStatus<Renewal>(200, nurse.json('PATCH', `/api/renewals/${id}`, patch)),
    finish: (id: string, card: object = newCard) => post<Renewal>(`renewals/${id}/finish`, card),
    undo: (id: string) =>
      expectStatus<Renewal>(200, nurse.fetch(`/api/renewals/${id}/undo`, { method: 'POST' })),
    restore: (path: string) =>
      expectStatus<{ id: string }>(200, nurse.fetch(`/api/${path}/restore`, { method: 'POST' })),
    remove: (path: string) => expectStatus<void>(204, nurse.fetch(`/api/${path}`, { method: 'DELETE' })),
    renewals: async (credentialId: string) =>
      (await get<{ items: Renewal[] }>(`credentials/${credentialId}/renewals`)).items,
    terms: async (credentialId: string) =>
      (await get<{ items: Term[] }>(`credentials/${credentialId}/terms`)).items,
    get,
    /** Status, code, and the invalid fields of a refusal. */
    refusal: async (method: string, path: string, body?: object) => {
      const init =
        body === undefined
          ? nurse.fetch(`/api/${path}`, { method })
          : nurse.json(method, `/api/${path}`, body)
      const { status, code, errors } = await readJson<Refusal>(init)
      return errors ? [status, code, ...errors.map((each) => each.path)] : [status, code]
    },
  }
}

type Refusal = { status: number; code: string; errors?: { path: string }[] }

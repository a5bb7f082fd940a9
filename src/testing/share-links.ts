import { expect } from 'vitest'
import type { CreatedShare, Share, ShareEvent } from '#shared/shares/share.ts'
import type { Browser } from './browser.ts'
import { aPdf, aPng, formOf } from './documents.ts'
import type { Nurse } from './test-services.ts'

/** A license number that no other text contains. */
export const licenseNumber = 'RN-884-2137'

/** Creates a license through the API and returns its id. */
export async function addLicense(nurse: Nurse, more: object = {}): Promise<string> {
  const license = { kind: 'license', type: 'RN', state: 'CA', number: licenseNumber, expiresAt: '2027-01-31' }
  const answer = await nurse.json('POST', '/api/credentials', { ...license, ...more })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** Uploads a PDF for the owner and returns its id. For a picture a process starts, which takes longer than most tests. */
export function addPdf(nurse: Nurse, name = 'card.pdf'): Promise<string> {
  return addFile(nurse, formOf(aPdf(), name))
}

/** Uploads a picture for the owner and returns its id. */
export async function addPicture(nurse: Nurse, name = 'card front.png'): Promise<string> {
  const body = formOf(await aPng(64, 40), name, 'image/png')
  return addFile(nurse, body)
}

/** Uploads a picture that can replace pages of a file in a link, and returns its id. */
export async function addCoveredPage(nurse: Nurse, name = 'covered.png'): Promise<string> {
  const body = formOf(await aPng(64, 40), name, 'image/png')
  body.append('resourceType', 'share')
  return addFile(nurse, body)
}

export async function addFile(nurse: Nurse, body: FormData): Promise<string> {
  const answer = await nurse.fetch('/api/upload', { method: 'POST', body })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** Creates a link to the resource in `input`, or to a new license. */
export async function createLink(nurse: Nurse, input: object = {}): Promise<CreatedShare> {
  const body = Object.hasOwn(input, 'resourceType')
    ? input
    : { resourceType: 'license', resourceId: await addLicense(nurse), ...input }
  const answer = await nurse.json('POST', '/api/share', body)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as CreatedShare
}

/** A visitor who has opened the link of this token. */
export async function openLinkAsVisitor(
  services: { stranger(): Browser },
  token: string,
  passcode: string | null = null,
): Promise<Browser> {
  const visitor = services.stranger()
  const answer = await visitor.json('POST', `/api/share/${token}`, { passcode })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return visitor
}

/** The link as its owner sees it now. */
export async function findLink(nurse: Nurse, { id }: { id: string }): Promise<Share> {
  const answer = await nurse.fetch('/api/share?limit=100')
  const { items } = (await answer.json()) as { items: Share[] }
  const found = items.find((each) => each.id === id)
  if (!found) throw new Error('There is no such link')
  return found
}

/** The log of the link in short form, newest first: `opened`, `viewed card.png`. */
export async function readLinkLog(nurse: Nurse, { id }: { id: string }): Promise<string[]> {
  const answer = await nurse.fetch(`/api/share/${id}/log?limit=200`)
  const { items } = (await answer.json()) as { items: ShareEvent[] }
  return items.map(({ kind, what }) => (what === null ? kind : `${kind} ${what}`))
}

export function revokeLink(owner: Nurse, id: string): Promise<Response> {
  return owner.fetch(`/api/share/${id}`, { method: 'DELETE' })
}

/** The status and the code of a problem. */
export async function statusAndCode(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ProblemBody } from '#shared/http/problem-body.ts'
import type { EarlierBoxes, PageBoxes } from '#shared/shares/redaction.ts'
import type { CreatedShare } from '#shared/shares/share.ts'
import type { SharePreview } from '#shared/shares/view.ts'
import { aPng, formOf } from '#testing/documents.ts'
import { addCoveredPage } from '#testing/share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse

beforeAll(async () => {
  services = await openTestServices()
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterAll(() => services.close())

async function asked<T>(answer: Promise<Response>, status = 201): Promise<T> {
  const { status: given } = await answer
  expect(given, await (await answer).clone().text()).toBe(status)
  return (status === 204 ? undefined : await (await answer).json()) as T
}

let pictures = 0
async function upload(name: string, nurse = ann): Promise<string> {
  pictures += 1
  const body = formOf(await aPng(100 + pictures, 80), name, 'image/png')
  return (await asked<{ id: string }>(nurse.fetch('/api/upload', { method: 'POST', body }))).id
}

const addLicense = (fileId: string, nurse = ann) =>
  asked<Credential>(
    nurse.json('POST', '/api/credentials', { kind: 'license', type: 'RN', state: 'TX', fileIds: [fileId] }),
  )
const masked = ({ id }: { id: string }) => ({
  resourceType: 'license',
  resourceId: id,
  masks: { hideNumber: true },
})

const numberAt = (y: number): PageBoxes => [[{ x: 0.1, y, width: 0.4, height: 0.1 }]]

/** Shares the license with its file redacted. */
async function shareRedacted(
  license: Credential,
  fileId: string,
  { covers, ...more }: { covers?: PageBoxes | null; recipient?: string },
): Promise<CreatedShare> {
  services.clock.advance(60_000)
  await asked(ann.json('POST', '/api/auth/reauthenticate', { password: testPassword }), 200)
  const redaction = { fileId, pictureIds: [await addCoveredPage(ann)], covers }
  return asked(ann.json('POST', '/api/share', { ...masked(license), ...more, redactions: [redaction] }))
}

async function earlierOn(license: Credential, nurse = ann): Promise<(EarlierBoxes | null)[]> {
  const preview = await asked<SharePreview>(nurse.json('POST', '/api/share/preview', masked(license)), 200)
  return preview.withheld.map(({ earlier }) => earlier)
}

describe('the covered areas of a file', () => {
  it('are offered for its next share, from the latest one with boxes', async () => {
    const card = await upload('card.png')
    const license = await addLicense(card)
    expect(await earlierOn(license)).toEqual([null])

    await shareRedacted(license, card, { covers: numberAt(0.2), recipient: 'Dana Cole' })
    const { createdAt } = await shareRedacted(license, card, { covers: numberAt(0.3) })
    // A share from an earlier version of Lanyard, or a share created with the API.
    await shareRedacted(license, card, { covers: null })
    await shareRedacted(license, card, {})
    expect(await earlierOn(license)).toEqual([
      { covers: numberAt(0.3), recipient: null, sharedAt: createdAt },
    ])
  })

  it('are offered from a share that expired, but not from one that was revoked', async () => {
    const card = await upload('card.png')
    const license = await addLicense(card)
    const first = await shareRedacted(license, card, { covers: numberAt(0.2), recipient: 'Dana Cole' })
    const second = await shareRedacted(license, card, { covers: numberAt(0.3), recipient: 'Sam Poe' })
    services.clock.advance(8 * 86_400_000)
    expect(await earlierOn(license)).toMatchObject([{ recipient: 'Sam Poe' }])
    await asked(ann.fetch(`/api/share/${second.id}`, { method: 'DELETE' }), 204)
    expect(await earlierOn(license)).toMatchObject([{ recipient: 'Dana Cole' }])
    await asked(ann.fetch(`/api/share/${first.id}`, { method: 'DELETE' }), 204)
    expect(await earlierOn(license)).toEqual([null])
  })

  it('are not offered for a deleted file, and never to another owner or a stranger', async () => {
    const card = await upload('card.png')
    const license = await addLicense(card)
    await shareRedacted(license, card, { covers: numberAt(0.2) })
    const bobsCard = await upload('card.png', bob)
    expect(await earlierOn(await addLicense(bobsCard, bob), bob)).toEqual([null])
    const refused = async (nurse: { json: Nurse['json'] }) => {
      const answer = await nurse.json('POST', '/api/share/preview', masked(license))
      return [answer.status, ((await answer.json()) as ProblemBody).code]
    }
    expect(await refused(bob)).toEqual([403, 'license_not_owned'])
    expect(await refused(services.stranger())).toEqual([401, 'not_authenticated'])
    await asked(ann.fetch(`/api/upload/${card}`, { method: 'DELETE' }), 204)
    expect(await earlierOn(license)).toEqual([])
  })

  it('are not sent to a visitor', async () => {
    const card = await upload('card.png')
    const { token } = await shareRedacted(await addLicense(card), card, { covers: numberAt(0.123456) })
    const answer = await services.stranger().json('POST', `/api/share/${token}`, {})
    expect(await answer.text()).not.toMatch(/0\.123456|covers|earlier/)
  })

  it('must have boxes within the page, for every picture', async () => {
    const card = await upload('card.png')
    const license = await addLicense(card)
    const page = await addCoveredPage(ann)
    const pathsOf = async (covers: unknown) => {
      const redactions = [{ fileId: card, pictureIds: [page], covers }]
      const answer = await ann.json('POST', '/api/share', { ...masked(license), redactions })
      expect(answer.status).toBe(422)
      return ((await answer.json()) as ProblemBody).errors?.map(({ path }) => path)
    }
    expect(await pathsOf([[{ x: 1.1, y: 0, width: 0.1, height: 0.1 }]])).toEqual([
      'redactions.0.covers.0.0.x',
    ])
    expect(await pathsOf([])).toEqual(['redactions.0.covers'])
    expect(await pathsOf([[], []])).toEqual(['redactions.0.covers'])
  })
})

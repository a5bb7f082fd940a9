import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import { aboutPass, expirationText, expiresAtInstant, type PassContent } from '#shared/passes/content.ts'
import { passImages } from './image-service.ts'

type Wanted = {
  settings: ApplePassSettings
  publicUrl: string
  serial: string
  token: string
  /** `null` for a pass whose credential no longer exists. */
  content: PassContent | null
  isVoid: boolean
  /** The language of the account. */
  t: Translate
}

const gone: PassContent = {
  ...{ title: msg`No longer in Lanyard`, state: null, issuer: '', number: null },
  ...{ issuedAt: null, expiresAt: null, neverExpires: true },
}

/** A signed `.pkpass`. */
export async function createApplePass({ settings, publicUrl, t, ...wanted }: Wanted): Promise<Buffer> {
  const { PKPass } = await import('passkit-generator')
  const content = wanted.content ?? { ...gone, title: t(gone.title) }
  const fields = {
    ...{ formatVersion: 1 as const, passTypeIdentifier: settings.typeId, teamIdentifier: settings.teamId },
    ...{ organizationName: 'Lanyard', description: content.title, serialNumber: wanted.serial },
    ...{ foregroundColor: 'rgb(28, 36, 34)', labelColor: 'rgb(74, 86, 82)' },
    backgroundColor: 'rgb(247, 249, 248)',
    ...{ sharingProhibited: true, voided: wanted.isVoid },
    ...(content.expiresAt !== null && { expirationDate: expiresAtInstant(content.expiresAt) }),
    // Wallet refuses a pass that names an address without https, which only a test installation has.
    ...(publicUrl.startsWith('https:') && {
      webServiceURL: `${publicUrl}/api/wallet`,
      authenticationToken: wanted.token,
    }),
  }
  const pass = new PKPass(
    await passImages(),
    { wwdr: settings.wwdr, signerCert: settings.certificate, signerKey: settings.key },
    fields,
  )
  pass.type = 'generic'
  pass.primaryFields.push({ key: 'title', label: t`CREDENTIAL`, value: content.title })
  const optional = (key: string, label: string, value: string | null) =>
    value === null || value === '' ? [] : [{ key, label, value, changeMessage: `${label}: %@` }]
  pass.secondaryFields.push(
    ...optional('state', t`STATE`, content.state),
    ...optional('number', t`NUMBER`, content.number),
  )
  if (wanted.content) {
    pass.auxiliaryFields.push(
      ...optional('issued', t`ISSUED`, content.issuedAt),
      ...optional('expires', t`EXPIRES`, expirationText(content, t)),
    )
  }
  pass.backFields.push(...optional('issuer', t`ISSUER`, content.issuer), {
    key: 'about',
    label: t`ABOUT THIS PASS`,
    value: t(aboutPass),
  })
  return pass.getAsBuffer()
}

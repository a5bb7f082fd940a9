import { describe, expect, test } from 'vitest'
import { translateIn } from '#server/i18n/translations.ts'
import { english } from '#shared/i18n/translate.ts'
import { activityText } from './activity-text.ts'

const id = '7c9e6679-7425-4000-8000-000000000011'

type Told = Parameters<typeof activityText>[0]

function item(action: string, more: Partial<Told> = {}): Told {
  return { action, resource: 'account', resourceId: null, name: null, metadata: {}, leftOut: null, ...more }
}

describe('the activity of an account', () => {
  test.each([
    [item('auth_login'), 'You signed in'],
    [
      item('security_unauthorized_access', { leftOut: 1 }),
      'Once more in this hour: A request for something that is not yours was refused',
    ],
    [
      item('credential_updated', { resource: 'license', leftOut: 37 }),
      '37 more times in this hour: You changed a license',
    ],
    [
      item('auth_profile_updated', { metadata: { fields: 'firstName,lastName,settings' } }),
      'You changed your first name, last name, and language and time',
    ],
    [item('auth_profile_updated', { metadata: { fields: '' } }), 'You changed your profile'],
    [
      item('credential_created', { resource: 'license', metadata: { type: 'RN' } }),
      'You added a license (RN)',
    ],
    [
      item('credential_deleted', { resource: 'certification', metadata: { type: 'certification' } }),
      'You deleted a certification',
    ],
    [
      item('file_uploaded', { resource: 'file', metadata: { size: 348_160, mimeType: 'application/pdf' } }),
      'You added a PDF of 340 KB',
    ],
    [
      item('credential_deleted', { resource: 'certification', resourceId: id, name: 'ACLS' }),
      'You deleted ACLS',
    ],
    [
      item('credential_updated', { resource: 'certification', resourceId: id }),
      'You changed a certification that was later deleted permanently',
    ],
    [
      item('credential_purged', { resource: 'certification', resourceId: id }),
      'You permanently deleted a certification',
    ],
    [
      item('credential_updated', { resource: 'license', resourceId: id, name: 'Texas RN' }),
      'You changed your Texas RN license',
    ],
    [
      item('credential_created', { resource: 'ceuEntry', resourceId: id, name: 'Ethics at the bedside' }),
      'You added “Ethics at the bedside”',
    ],
    [
      item('file_downloaded', { resource: 'ceuCycle', resourceId: id, name: 'Texas RN' }),
      'You downloaded the audit packet of the CE cycle of Texas RN',
    ],
    [
      item('file_downloaded', { resource: 'file', resourceId: id, name: 'bls.pdf', metadata: { size: 1 } }),
      'You opened or downloaded bls.pdf',
    ],
    [
      item('file_uploaded', { resource: 'file', resourceId: id, metadata: { mimeType: 'application/pdf' } }),
      'You added a PDF that was later deleted permanently',
    ],
    [
      item('credential_share_opened', { resource: 'share', resourceId: id, name: 'Texas RN and BLS' }),
      'Someone opened your share link for Texas RN and BLS for the first time',
    ],
    [
      item('credential_share_revoked', { resource: 'share', resourceId: id, name: 'BLS' }),
      'You ended the share link for BLS',
    ],
    [item('credential_created', { resource: 'ceuEntry' }), 'You added a CE entry'],
    [
      item('credential_created', { resource: 'ceuEntry', metadata: { count: 42 } }),
      'You imported 42 CE entries',
    ],
    [item('credential_deleted', { resource: 'ceuCycle' }), 'You deleted a CE cycle'],
    [item('file_downloaded', { resource: 'ceuCycle' }), 'You downloaded the audit packet of a CE cycle'],
    [
      item('credential_shared', { metadata: { type: 'packet', things: 3, hideNumber: true } }),
      'You created a share link for 3 items, with numbers hidden',
    ],
    [
      item('credential_shared', { metadata: { type: 'license', things: 1, hideNumber: false } }),
      'You created a share link for a license',
    ],
    [
      item('credential_share_changed', { metadata: { fields: 'expiresAt,passcode' } }),
      'You changed a share link: the end date and the passcode',
    ],
    [item('credential_share_changed'), 'You changed a share link'],
    [item('credential_share_changed', { metadata: { fields: 'token' } }), 'You replaced a share link'],
    [item('credential_share_opened'), 'Someone opened one of your share links for the first time'],
    [item('credential_share_revoked'), 'You ended a share link'],
    [item('something_of_next_year'), 'something of next year'],
    [item('constructor'), 'constructor'],
  ])('%#', (record, sentence) => {
    expect(activityText(record, english)).toBe(sentence)
  })
})

describe('in Spanish, the activity', () => {
  const spanish = translateIn('es')

  test.each([
    [item('auth_login'), 'Usted inició sesión'],
    [
      item('credential_updated', { resource: 'license', leftOut: 37 }),
      '37 veces más en esta hora: Usted cambió una licencia',
    ],
    [
      item('auth_profile_updated', { metadata: { fields: 'firstName,lastName' } }),
      'Usted cambió en su perfil: nombre y apellido',
    ],
    [
      item('file_downloaded', { resource: 'ceuCycle', resourceId: id, name: 'Texas RN' }),
      'Usted descargó el paquete de auditoría para el ciclo de educación continua de Texas RN',
    ],
    [
      item('credential_updated', { resource: 'certification', resourceId: id }),
      'Usted cambió una certificación, que después se eliminó definitivamente',
    ],
    [
      item('credential_created', { resource: 'ceuEntry', metadata: { count: 42 } }),
      'Usted importó 42 cursos de educación continua',
    ],
  ])('%#', (record, sentence) => {
    expect(activityText(record, spanish)).toBe(sentence)
  })
})

import type { z } from 'zod'
import type { ProblemBody } from './problem-body.ts'

/**
 * The single catalog of failures: code → HTTP status, title, sentence. Sentences from the specification are verbatim.
 * An unknown code is a compile error.
 */
const catalogue = {
  bad_request: [400, 'Bad request', 'The request could not be read. Check it and try again.'],
  not_json: [400, 'Not JSON', 'The body is not valid JSON in UTF-8.'],
  not_authenticated: [401, 'Signed out', 'User not authenticated - please log in and try again.'],
  passcode_needed: [
    401,
    'Passcode required',
    'Enter the passcode you received from the person who shared this link.',
  ],
  reauthentication_needed: [401, 'Confirm it’s you', 'Please enter your password again to do this.'],
  second_factor_needed: [
    401,
    'Two-step verification',
    'Enter the code from your authenticator app, or a recovery code, to finish signing in.',
  ],
  second_factor_over: [
    401,
    'Sign in again',
    'Too many wrong codes, or the sign-in timed out. Sign in again.',
  ],
  passkey_unknown: [
    401,
    'Unknown passkey',
    'This passkey is not registered here. Use another sign-in method.',
  ],
  foreign_origin: [403, 'Request blocked', 'This request came from another site and was blocked.'],
  license_not_owned: [403, 'Unauthorized', 'Unauthorized access to license'],
  certification_not_owned: [403, 'Unauthorized', 'Unauthorized access to certification'],
  ceu_cycle_not_owned: [403, 'Unauthorized', 'Unauthorized access to CEU cycle'],
  ceu_entry_not_owned: [403, 'Unauthorized', 'Unauthorized access to CEU entry'],
  file_not_owned: [403, 'Unauthorized', 'Unauthorized access to file metadata'],
  reminder_not_owned: [403, 'Unauthorized', 'Unauthorized access to reminder'],
  device_not_owned: [403, 'Unauthorized', 'Unauthorized access to device'],
  share_not_owned: [403, 'Unauthorized', 'Unauthorized access to share link'],
  session_not_owned: [403, 'Unauthorized', 'Unauthorized access to session'],
  passkey_not_owned: [403, 'Unauthorized', 'Unauthorized access to passkey'],
  linked_account_not_owned: [403, 'Unauthorized', 'Unauthorized access to linked account'],
  user_mismatch: [
    403,
    'Different account',
    'This belongs to a different account than the one you are signed in with. Nothing was changed.',
  ],
  provider_cancelled: [
    403,
    'Sign-in canceled',
    'You did not finish signing in with the other service. Nothing was changed.',
  ],
  provider_email_unconfirmed: [
    403,
    'Email not confirmed',
    'That account has no confirmed email address. Confirm it with that service first, or use another sign-in method.',
  ],
  account_disabled: [
    403,
    'Account disabled',
    'The operator of this installation has disabled this account. Contact them to use it again. Its data is still there.',
  ],
  sign_ups_closed: [403, 'New accounts are closed', 'This installation does not accept new accounts.'],
  invitation_needed: [
    403,
    'Invitation required',
    'You need an invitation for this email address. An invitation works once, for 7 days. Ask the operator of this installation for a new one.',
  ],
  email_domain_refused: [
    403,
    'Different address required',
    'New accounts here are for email addresses of certain organizations, and this is not one of them.',
  ],
  passcode_wrong: [
    403,
    'Wrong passcode',
    'That passcode is not correct. Check it with the person who shared the link.',
  ],
  person_needed: [403, 'Browser required', 'Open this link in a web browser.'],
  downloads_off: [403, 'Downloads disabled', 'The person who shared this link has turned off downloads.'],
  license_not_found: [404, 'Not found', 'License not found'],
  certification_not_found: [404, 'Not found', 'Certification not found'],
  ceu_cycle_not_found: [404, 'Not found', 'CEU cycle not found'],
  ceu_entry_not_found: [404, 'Not found', 'CEU entry not found'],
  file_not_found: [404, 'Not found', 'File metadata not found'],
  reminder_not_found: [404, 'Not found', 'Reminder not found'],
  device_not_found: [404, 'Not found', 'Device not found'],
  share_not_found: [404, 'Not found', 'Share link not found'],
  session_not_found: [404, 'Not found', 'Session not found'],
  passkey_not_found: [404, 'Not found', 'Passkey not found'],
  linked_account_not_found: [404, 'Not found', 'Linked account not found'],
  provider_unknown: [404, 'Not found', 'This sign-in method is not available here.'],
  // These two are the same on purpose: an expired link must not reveal what it showed.
  link_unknown: [
    404,
    'This link is invalid',
    'This link does not work. Ask the person who shared it for a new one.',
  ],
  link_ended: [
    410,
    'This link is invalid',
    'This link does not work. Ask the person who shared it for a new one.',
  ],
  page_not_found: [404, 'Not found', 'There is no page at this address.'],
  method_not_allowed: [405, 'Not allowed', 'This address does not support that method.'],
  account_exists: [
    409,
    'Sign in first',
    'This email address already has an account. Sign in the way you did before, then link this account in Settings.',
  ],
  already_linked: [409, 'Already linked', 'That account is already linked to another vault.'],
  email_taken: [
    409,
    'Email in use',
    'This email address now belongs to another account. Nothing was changed.',
  ],
  other_session: [
    409,
    'Another account is signed in',
    'Another account is signed in in this browser. Sign out first, or confirm that you want to switch accounts.',
  ],
  second_factor_is_on: [409, 'Already on', 'Two-step verification is already on.'],
  second_factor_is_off: [409, 'Not on', 'Two-step verification is not on. Set it up first.'],
  file_bytes_missing: [
    410,
    'File missing',
    'The stored file is missing or damaged. Its details are still here.',
  ],
  too_slow: [408, 'Too slow', 'Your upload was too slow and timed out. Check your connection and try again.'],
  too_large: [413, 'Too large', 'This is larger than Lanyard accepts.'],
  file_too_large: [413, 'File too large', 'This file is larger than 25 MiB. Choose a smaller one.'],
  json_expected: [415, 'Wrong type', 'Send this as application/json.'],
  multipart_expected: [415, 'Wrong type', 'Send one file as multipart/form-data in the field "file".'],
  zip_expected: [415, 'Wrong type', 'Send the export ZIP as application/zip.'],
  file_kind_refused: [
    415,
    'Unsupported file type',
    'Lanyard accepts PDF, JPEG, PNG, WebP and HEIC files. The contents of this file are something else.',
  ],
  invalid: [422, 'Please check', 'Some fields need another look.'],
  vault_not_empty: [
    422,
    'Vault not empty',
    'You can import only into an empty vault. Yours has items in it or in the trash. Nothing was changed.',
  ],
  import_unreadable: [
    422,
    'Cannot read this export',
    'This file is not a complete Lanyard export. It may be damaged or cut off. Nothing was changed.',
  ],
  import_over_limit: [
    422,
    'Export too large',
    'A part of this export is larger than Lanyard imports. Nothing was changed.',
  ],
  import_newer: [
    422,
    'From a newer Lanyard',
    'This export comes from a newer version of Lanyard. Update this installation first. Nothing was changed.',
  ],
  idempotency_mismatch: [422, 'Key used before', 'This Idempotency-Key was already used with another body.'],
  code_wrong: [
    422,
    'Wrong code',
    'That code is wrong or was already used. Enter the newest code from your app.',
  ],
  passkey_failed: [422, 'Not recognized', 'That passkey could not be verified. Try again.'],
  last_way_in: [422, 'Only sign-in method', 'This is your only sign-in method. Add another one first.'],
  too_many_passkeys: [
    422,
    'Too many passkeys',
    'You have 20 passkeys, the maximum. Remove one you no longer use first.',
  ],
  too_many_credentials: [422, 'Vault is full', 'A vault holds at most 2,000 credentials.'],
  too_many_cycles: [422, 'Vault is full', 'A vault holds at most 500 CE cycles.'],
  too_many_entries: [422, 'Vault is full', 'A vault holds at most 5,000 CE entries.'],
  too_many_files: [
    422,
    'Storage limit reached',
    'A vault holds at most 5 GiB of files, including the trash. Empty the trash to free up space.',
  ],
  too_many_shares: [422, 'Too many links', 'You have 500 active links, the maximum. End some of them first.'],
  share_ended: [422, 'This link has ended', 'This link has ended. Create a new link instead.'],
  uploads_running: [
    429,
    'Too many uploads',
    'You have too many uploads in progress. Wait for one to finish, then try again.',
  ],
  export_running: [
    429,
    'Export in progress',
    'You already have an export in progress. Wait for it to finish or stop it, then try again.',
  ],
  import_running: [
    429,
    'Import in progress',
    'You already have an import in progress. Wait for it to finish.',
  ],
  queue_full: [
    429,
    'Too much at once',
    'Too many of your documents are being created. Wait for some of them to finish, then try again.',
  ],
  imports_busy: [
    503,
    'Import is busy',
    'Many imports are in progress on this installation. Try again in a few minutes.',
  ],
  too_many_requests: [429, 'Too many attempts', 'Too many attempts. Wait a moment and try again.'],
  headers_too_large: [
    431,
    'Headers too large',
    'The headers of this request are larger than Lanyard accepts. Clear the cookies of this site and try again.',
  ],
  unexpected: [
    500,
    'Something went wrong',
    'Something unexpected happened on our side. Nothing was changed.',
  ],
  ceu_entries_not_read: [
    500,
    'Nothing was deleted',
    'Failed to find CEU entries: something unexpected happened',
  ],
  ceu_cycle_not_deleted: [
    500,
    'Nothing was deleted',
    'Failed to delete CEU cycle: something unexpected happened',
  ],
  packet_failed: [500, 'Packet not created', 'The packet could not be created. Try again.'],
  provider_failed: [
    502,
    'Sign-in service error',
    'The service you chose to sign in with did not respond correctly. Try again, or use another sign-in method.',
  ],
  // Only the browser raises these three.
  storage_unsupported: [
    400,
    'Cookies are off',
    'You signed in, but this browser did not save the session. Allow cookies for this site and try again.',
  ],
  passkeys_unsupported: [
    400,
    'Passkeys unavailable',
    'This browser cannot use passkeys on this page. Use another sign-in method.',
  ],
  cancelled: [400, 'Canceled', 'You canceled before it finished. Nothing was changed.'],
  unavailable: [
    503,
    'Temporarily unavailable',
    'Lanyard cannot reach its database or files right now. Try again shortly.',
  ],
  too_busy: [503, 'Busy', 'Lanyard is too busy right now. Try again shortly.'],
  // Better Auth's own codes, which its clients know. None of them reveals whether an address has an account.
  INVALID_EMAIL_OR_PASSWORD: [401, 'Please check', 'That email and password do not match.'],
  EMAIL_NOT_VERIFIED: [403, 'Please check', 'Confirm your email address first. We have sent you a link.'],
  INVALID_TOKEN: [400, 'Please check', 'This link was already used or has expired. Request a new one.'],
  INVALID_PASSWORD: [400, 'Please check', 'That is not your current password.'],
  CREDENTIAL_ACCOUNT_NOT_FOUND: [
    400,
    'Please check',
    'Your account has no password yet. Use “Forgot your password?” on the sign-in page to set one.',
  ],
  EMAIL_ALREADY_VERIFIED: [400, 'Please check', 'This email address is already confirmed.'],
  EMAIL_MISMATCH: [400, 'Please check', 'You are signed in with another email address.'],
  USER_ALREADY_EXISTS: [
    422,
    'Please check',
    'This email address cannot be registered. If it is yours, sign in or reset your password.',
  ],
  PASSWORD_TOO_WEAK: [422, 'Please check', 'This password is too easy to guess.'],
  storage_full: [507, 'Storage is full', 'The disk of this installation is full. Nothing was stored.'],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>

export type ProblemCode = keyof typeof catalogue

/** One invalid field: `path` as in the body (`tags.3`), `message` for people. */
export type FieldError = { path: string; message: string }

/** A failure with a code. Only routes know about HTTP; they use `status` for the response. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined

  /** `more.detail` replaces the catalog's sentence; `retryAfter` is in seconds. */
  constructor(code: ProblemCode, more: { detail?: string; errors?: FieldError[]; retryAfter?: number } = {}) {
    super(more.detail ?? catalogue[code][2])
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return catalogue[this.code][0]
  }

  get title(): string {
    return catalogue[this.code][1]
  }

  toBody(): ProblemBody {
    return {
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
    }
  }
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(catalogue, code)
}

/** The problem for a failed zod parse: every invalid field by its dotted path. */
export function invalid(error: z.core.$ZodError): Problem {
  return new Problem('invalid', { errors: fieldErrors(error) })
}

export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
}

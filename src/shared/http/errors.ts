import type { z } from 'zod'
import type { ProblemBody } from './problem-body.ts'

/**
 * The one catalogue of failures: code → HTTP status, title, sentence. A sentence that the specification gives
 * stands here word for word. An unknown code does not compile.
 */
const catalogue = {
  bad_request: [400, 'Bad request', 'The request could not be read. Check it and send it again.'],
  not_json: [400, 'Not JSON', 'The body is not valid JSON in UTF-8.'],
  not_authenticated: [401, 'Signed out', 'User not authenticated - please log in and try again.'],
  passcode_needed: [401, 'Passcode', 'This link asks for the passcode that its sender gave you.'],
  reauthentication_needed: [401, 'Sign in again', 'Please enter your password again to do this.'],
  second_factor_needed: [
    401,
    'One more step',
    'Enter the code of your authenticator app, or a recovery code, to finish signing in.',
  ],
  second_factor_over: [
    401,
    'Sign in again',
    'There were too many wrong codes, or it took too long. Sign in again to get another try.',
  ],
  passkey_unknown: [401, 'Not known here', 'This passkey does not open any vault here. Use another way in.'],
  foreign_origin: [403, 'Refused', 'This request came from another site and was refused.'],
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
    'Another account',
    'That belongs to another account than the one you are signed in with. Nothing was changed.',
  ],
  provider_cancelled: [403, 'Not signed in', 'You came back without signing in there. Nothing was changed.'],
  provider_email_unconfirmed: [
    403,
    'Address not confirmed',
    'That account has no confirmed email address. Confirm it there first, or use another way in.',
  ],
  passcode_wrong: [
    403,
    'Not this one',
    'This is not the passcode. Check it with the person who sent the link.',
  ],
  person_needed: [403, 'For people', 'This link is opened by a person, in a browser.'],
  downloads_off: [403, 'Only to look at', 'The person who sent this link lets you look, and not download.'],
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
  provider_unknown: [404, 'Not found', 'This way in is not set up here.'],
  // These two say the same on purpose: who holds a dead link is told nothing of what it once opened.
  link_unknown: [
    404,
    'No longer open',
    'This link does not open anything. Ask the person who sent it for a new one.',
  ],
  link_ended: [
    410,
    'No longer open',
    'This link does not open anything. Ask the person who sent it for a new one.',
  ],
  page_not_found: [404, 'Not found', 'There is nothing at this address.'],
  method_not_allowed: [405, 'Not allowed', 'This address does not answer that method.'],
  account_exists: [
    409,
    'Sign in first',
    'This address already has a vault. Sign in the way you did before; then you can link this account in Settings.',
  ],
  already_linked: [409, 'Linked elsewhere', 'That account is linked to another vault already.'],
  email_taken: [409, 'Address in use', 'This address has a vault of its own by now. Nothing was changed.'],
  second_factor_is_on: [409, 'Already on', 'Your second step is on already.'],
  second_factor_is_off: [409, 'Not on', 'Your second step is not on. Set it up first.'],
  file_bytes_missing: [
    410,
    'File missing',
    'The stored file is missing or damaged. Its record is still here.',
  ],
  too_slow: [
    408,
    'Too slow',
    'What you sent came in too slowly, so Lanyard stopped waiting. Check your connection and try again.',
  ],
  too_large: [413, 'Too large', 'This is larger than Lanyard accepts.'],
  file_too_large: [413, 'File too large', 'This file is larger than 25 MiB. Choose a smaller one.'],
  json_expected: [415, 'Wrong type', 'Send this as application/json.'],
  multipart_expected: [415, 'Wrong type', 'Send one file as multipart/form-data in the field "file".'],
  zip_expected: [415, 'Wrong type', 'Send the ZIP of an export as application/zip.'],
  file_kind_refused: [
    415,
    'Not a kind we keep',
    'Lanyard keeps PDF, JPEG, PNG, WebP and HEIC files. This file is something else inside.',
  ],
  invalid: [422, 'Please check', 'Some fields need another look.'],
  vault_not_empty: [
    422,
    'Only into an empty vault',
    'An export can only come into an empty vault. This one has something in it, or in its trash. Nothing was changed.',
  ],
  import_unreadable: [
    422,
    'Not an export we can read',
    'This is not a whole export of Lanyard: it is damaged, cut off, or something else. Nothing was changed.',
  ],
  import_newer: [
    422,
    'From a newer Lanyard',
    'This export comes from a newer version of Lanyard. Bring this installation up to date first. Nothing was changed.',
  ],
  idempotency_mismatch: [422, 'Key used before', 'This Idempotency-Key was already used with another body.'],
  code_wrong: [
    422,
    'Not that code',
    'That code is not right, or was used already. Enter the newest one that your app shows.',
  ],
  passkey_failed: [422, 'Not recognized', 'That passkey could not be checked. Try again.'],
  last_way_in: [422, 'Your only way in', 'This is the only way into your vault. Add another one first.'],
  too_many_passkeys: [422, 'Many passkeys', 'You have 20 passkeys. Remove one that you no longer use first.'],
  too_many_credentials: [422, 'Vault is full', 'A vault holds at most 2,000 credentials.'],
  too_many_cycles: [422, 'Vault is full', 'A vault holds at most 500 CE cycles.'],
  too_many_entries: [422, 'Vault is full', 'A vault holds at most 5,000 CE entries.'],
  too_many_files: [
    422,
    'Too much stored',
    'A vault holds at most 5 GiB of files, those in the trash too. Empty the trash to free some.',
  ],
  too_many_shares: [422, 'Many open links', 'You have 500 open links. End some of them first.'],
  share_ended: [422, 'This link has ended', 'This link has ended. Make a new link for it instead.'],
  uploads_running: [
    429,
    'Many at once',
    'Many files of yours are coming in already. Let one of them finish, then try again.',
  ],
  export_running: [
    429,
    'One at a time',
    'An export of yours is under way already. Let it finish or stop it, then try again.',
  ],
  import_running: [429, 'One at a time', 'An import of yours is under way already. Wait until it is done.'],
  too_many_requests: [429, 'Too many tries', 'Too many tries. Wait a little and try again.'],
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
  packet_failed: [500, 'No packet', 'The packet could not be put together. Nothing was changed; try again.'],
  provider_failed: [
    502,
    'No answer from there',
    'The service that you wanted to sign in with did not answer as it should. Try again, or use another way in.',
  ],
  // These three never leave a server: the browser raises them.
  storage_unsupported: [
    400,
    'Cookies are off',
    'That was right, but this browser did not keep the sign-in. Allow cookies for this site and try again.',
  ],
  passkeys_unsupported: [
    400,
    'No passkeys here',
    'This browser cannot use passkeys on this page. Use another way in.',
  ],
  cancelled: [400, 'Not finished', 'You stopped before it was done. Nothing was changed.'],
  unavailable: [503, 'Not ready', 'Lanyard cannot reach its database or files right now. Try again shortly.'],
  too_busy: [503, 'Busy', 'Lanyard has more visitors than it can serve right now. Try again shortly.'],
  // Better Auth's own codes, as its clients know them. None of them reveals whether an address has an account.
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

/** One bad field: `path` as in the body (`tags.3`), `message` for a person. */
export type FieldError = { path: string; message: string }

/** A failure with a name. Below the routes nobody knows HTTP; `status` is read where the answer is made. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined

  /** `more.detail` replaces the catalogue's sentence; `retryAfter` is in seconds. */
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

/** The problem of a failed zod parse: every bad field by its dotted path. */
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

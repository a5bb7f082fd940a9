import { isIPv6 } from 'node:net'
import type { Config } from '#server/kernel/config.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import { createSmtp, failureCode } from '#server/mail/smtp.ts'
import { openMailbox } from '#server/mail-in/imap-service.ts'
import { type Finding, fault, ok } from './doctor-finding.ts'

const NAME = 'email in'

/** Whether documents by email can arrive: the mailbox can be read, the listener answers. Nothing if it is off. */
export async function checkMailIn(config: Config): Promise<Finding[]> {
  const {
    MAIL_IN_ADDRESS,
    MAIL_IN_IMAP_URL: mailbox,
    MAIL_IN_SMTP_HOST: host,
    MAIL_IN_SMTP_PORT: port,
  } = config
  if (MAIL_IN_ADDRESS === undefined) return []
  return [
    ...(mailbox === undefined ? [] : [await checkMailbox(mailbox)]),
    ...(port === undefined ? [] : [await checkListener(`${isIPv6(host) ? `[${host}]` : host}:${port}`)]),
  ]
}

async function checkMailbox(url: string): Promise<Finding> {
  const { host } = new URL(url)
  try {
    const client = await openMailbox(url)
    await client.logout()
    return ok(NAME, `the mailbox on ${host} can be read.`)
  } catch (error) {
    return fault(NAME, `${host}: ${refusalOf(error)}`)
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof Error && 'authenticationFailed' in error)
    return 'it refuses the user or the password: correct MAIL_IN_IMAP_URL.'
  if (error instanceof Error && 'mailboxMissing' in error)
    return 'it has no such folder: correct the path in MAIL_IN_IMAP_URL, such as /INBOX.'
  return `it cannot be reached or has no TLS (${errorCode(error) ?? 'it hangs up'}): correct MAIL_IN_IMAP_URL.`
}

async function checkListener(address: string): Promise<Finding> {
  return createSmtp(`smtp://${address}`, 'doctor@localhost')
    .check()
    .then(
      () => ok(NAME, `mail is taken on ${address}.`),
      (error) =>
        fault(
          NAME,
          `nothing takes mail on ${address} (${failureCode(error)}): start Lanyard with these settings, or correct MAIL_IN_SMTP_HOST or MAIL_IN_SMTP_PORT.`,
        ),
    )
}

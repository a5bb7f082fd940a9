import type { z } from 'zod'
import type { sessionList } from '#shared/auth/sign-in-methods.ts'
import type { AccountSummary } from './admin-store.ts'

type Session = z.infer<typeof sessionList>['items'][number]

/** One line for each account, below a line of headings. */
export function accountTable(accounts: AccountSummary[]): string[] {
  const rows = accounts.map((account) => [
    account.email,
    dayText(account.createdAt),
    account.emailVerified ? 'yes' : 'no',
    account.lastSessionAt ? instantText(account.lastSessionAt) : 'never',
    account.disabledAt ? `since ${dayText(account.disabledAt)}` : 'no',
    String(account.files),
    sizeText(account.bytes),
  ])
  const headings = ['EMAIL', 'CREATED', 'CONFIRMED', 'LAST SESSION', 'DISABLED', 'FILES', 'SIZE']
  return columns([headings, ...rows])
}

export function sessionTable(sessions: Session[]): string[] {
  const rows = sessions.map(({ device, kind, createdAt, lastUsedAt, endsAt }) => [
    device ?? 'unknown device',
    kind,
    instantText(createdAt),
    instantText(lastUsedAt),
    instantText(endsAt),
  ])
  return columns([['DEVICE', 'KIND', 'SIGNED IN', 'LAST USED', 'ENDS AT THE LATEST'], ...rows])
}

/** "2026-03-10 15:00 UTC" */
export function instantText(at: Date | string): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

function dayText(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function sizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

import { CircleCheck, OctagonX } from 'lucide-react'
import { plural } from '#shared/i18n/translate.ts'
import type { DebugReport } from '#shared/ops/debug.ts'
import { t } from '#web/i18n/t.ts'

type Fact = [name: string, value: string]
type Service = { name: string; isReachable: boolean; facts: Fact[] }

/** Outside emulator mode a service has no facts, only whether it responds. */
function servicesOf(report: DebugReport): Service[] {
  const { identity, database, storage, mail } = report
  const services = (facts: { [key in 'identity' | 'database' | 'storage' | 'mail']: Fact[] }): Service[] => [
    { name: t`Identity`, isReachable: identity.reachable, facts: facts.identity },
    { name: t`Database`, isReachable: database.reachable, facts: facts.database },
    { name: t`Storage`, isReachable: storage.reachable, facts: facts.storage },
    { name: t`Mail`, isReachable: mail.reachable, facts: facts.mail },
  ]
  if (report.mode === 'production') return services({ identity: [], database: [], storage: [], mail: [] })
  return services({
    identity: [
      [t`Mode`, t`${report.identity.kind}, emulator`],
      ['Lanyard', report.versions.lanyard],
      ['Node', report.versions.node],
    ],
    database: [
      [t`Mode`, report.database.kind],
      ['PostgreSQL', report.database.version ?? t`unknown`],
      [
        t`Migrations`,
        report.database.migrations === null ? t`unknown` : t`${report.database.migrations} applied`,
      ],
    ],
    storage: [[t`Mode`, report.storage.kind]],
    mail: [
      [t`Mode`, report.mail.mode],
      [t`Outbox`, t`${plural(report.outbox.length, { one: '# message', other: '# messages' })}`],
    ],
  })
}

export function ServiceList({ report }: { report: DebugReport }) {
  return (
    <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {servicesOf(report).map(({ name, isReachable, facts }) => (
        <li
          key={name}
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-card"
        >
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-base">{name}</h3>
            <CheckResult isReachable={isReachable} />
          </div>
          {facts.length > 0 && (
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
              {facts.map(([term, value]) => (
                <div key={term} className="contents">
                  <dt className="text-muted">{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

function CheckResult({ isReachable }: { isReachable: boolean }) {
  const Icon = isReachable ? CircleCheck : OctagonX
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 font-semibold text-sm ${
        isReachable ? 'bg-active-soft text-active' : 'bg-expired-soft text-expired'
      }`}
    >
      <Icon className="size-4" aria-hidden />
      {isReachable ? t`Responding` : t`No response`}
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import { CircleHelp, CircleSlash, Clock, IdCard, TriangleAlert, Waypoints } from 'lucide-react'
import type { PracticeAnswer, PracticeFinding, PracticeLook } from '#shared/compact/practice-answer.ts'
import { lookNames, telehealthText } from '#shared/compact/practice-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  licensed: { icon: IdCard, className: 'bg-accent text-on-accent' },
  by_compact: { icon: Waypoints, className: 'bg-accent-soft text-accent-strong' },
  pending: { icon: Clock, className: 'bg-expiring-soft text-expiring' },
  not: { icon: CircleSlash, className: 'bg-sunken text-muted' },
  unknown: {
    icon: CircleHelp,
    className: 'bg-surface text-ink outline-1 outline-dashed outline-line-strong -outline-offset-1',
  },
} as const

type StateAnswerCardProps = { answer: PracticeAnswer; locale: string | null }

/** The reasons for one state: the license, the warnings, and the sources. */
export function StateAnswerCard({ answer, locale }: StateAnswerCardProps) {
  const { state, date, source, asOf, board, others } = answer
  return (
    <section
      aria-labelledby="state-title"
      className="grid grid-cols-1 content-start gap-4 rounded-card border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="state-title" className="text-lg">
          {state.name}
        </h2>
        <PracticeLookBadge look={answer.look} />
      </div>
      <p className="text-muted text-sm">
        {answer.as ? t`On ${formatDate(date, locale)}, as ${answer.as}` : t`On ${formatDate(date, locale)}`}
      </p>
      <FindingText finding={answer} />
      {others.map((other) => (
        <div key={other.as} className="grid gap-1 border-line border-t pt-3">
          <h3 className="font-semibold">{t`As ${other.as ?? ''}`}</h3>
          <FindingText finding={other} />
        </div>
      ))}
      <p className="border-line border-t pt-3 text-sm">{t(telehealthText)}</p>
      <p className="text-muted text-sm">
        {board && (
          <>
            <Trans>
              Ask: <SourceLink {...board} />
            </Trans>
            <br />
          </>
        )}
        <Trans>
          Source: <SourceLink {...source} />, as of {[formatDate(asOf, locale)]}
        </Trans>
      </p>
    </section>
  )
}

function FindingText({ finding: { on, reason, warnings } }: { finding: PracticeFinding }) {
  return (
    <div className="grid gap-2">
      <p>{reason.text}</p>
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 text-expiring">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          <span>{warning}</span>
        </p>
      ))}
      {on && (
        <Link
          to="/credentials/$id"
          params={{ id: on.id }}
          className="inline-flex min-h-11 w-fit items-center font-semibold text-accent-strong underline underline-offset-4"
        >
          {on.title}
        </Link>
      )}
    </div>
  )
}

export function SourceLink({ name, url }: { name: string; url: string | null }) {
  if (url === null) return <>{name}</>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-2">
      {name}
    </a>
  )
}

/** A style of the map as a word with a shape: never by color alone. */
export function PracticeLookBadge({ look }: { look: PracticeLook }) {
  const { icon: Icon, className } = looks[look]
  return (
    <Badge icon={Icon} look={`whitespace-nowrap ${className}`}>
      {t(lookNames[look])}
    </Badge>
  )
}

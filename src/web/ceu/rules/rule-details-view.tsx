import type { ReactNode } from 'react'
import { caveatText } from '#shared/ceu/ceu-text.ts'
import { type CeRule, type RuleTopic, rulePart } from '#shared/ceu/rule.ts'
import { caveatsOf, doubtAbout } from '#shared/ceu/rule-facts.ts'
import {
  behindText,
  carryOverText,
  doubtText,
  dutyText,
  firstRenewalText,
  limitText,
  renewalText,
  rulePartNames,
  ruleTopicText,
  wayText,
  windowTexts,
  yearsText,
} from '#shared/ceu/rule-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfText } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { DetailRow } from '#web/ui/page.tsx'
import { RuleReportDialog } from './rule-report-dialog.tsx'
import { RuleSources } from './rule-source-list.tsx'

type RuleProps = { rule: CeRule; locale: string | null }

/** The contents of a rule: the essentials first, the rest collapsed, and a way to report an error. */
export function RuleDetails({ rule, locale }: RuleProps) {
  return (
    <div className="grid grid-cols-1">
      <dl className="divide-y divide-line border-line border-y">
        <DetailRow name={t`Hours`}>
          <Hours rule={rule} />
        </DetailRow>
        {rule.firstRenewal.rule !== 'same' && (
          <DetailRow name={t`First renewal`}>
            <p>{firstRenewalText(rule, t)}</p>
            <Note text={rule.firstRenewal.note} />
          </DetailRow>
        )}
        <DetailRow name={t`Renewal`}>
          <p>{renewalText(rule, t)}</p>
          <Lines texts={Object.values(windowTexts(rule, t)).filter((text) => text !== null)} />
          <Note text={rule.renewal.note} />
        </DetailRow>
        {rule.duties.length > 0 && (
          <DetailRow name={t`To do`}>
            <Lines texts={rule.duties.map((duty) => dutyText(duty, t))} />
          </DetailRow>
        )}
        {rule.topics.length > 0 && (
          <DetailRow name={t`Topics`}>
            <ul className="grid gap-3">
              {rule.topics.map((topic) => (
                <RuleTopicItem key={`${topic.key} ${topic.effectiveFrom}`} {...{ topic, rule, locale }} />
              ))}
            </ul>
          </DetailRow>
        )}
      </dl>
      <Folded title={t`What counts and what does not`}>
        <CountingFacts rule={rule} />
      </Folded>
      <Folded title={t`Records, deadlines and law`}>
        <OtherFacts rule={rule} />
      </Folded>
      <Folded title={t`Where this comes from`}>
        <Origins rule={rule} locale={locale} />
      </Folded>
      <RuleReportDialog rule={rule} />
    </div>
  )
}

function Hours({ rule }: { rule: CeRule }) {
  const { ways, periodYears, periodNote, unitNote } = rule
  const [first, ...others] = ways
  return (
    <>
      {first === undefined && <p>{t`No total, ${yearsText(periodYears, t)}`}</p>}
      {first && others.length === 0 && <p>{`${first.title}, ${yearsText(periodYears, t)}`}</p>}
      {others.length > 0 && (
        <>
          <p>{t`One of these, ${yearsText(periodYears, t)}:`}</p>
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {ways.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <Note text={periodNote} />
      <Note text={unitNote} />
    </>
  )
}

function CountingFacts({ rule }: { rule: CeRule }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {rule.ways.length > 0 && (
        <DetailRow name={t`Ways`}>
          <NotedList items={rule.ways.map((way) => ({ what: wayText(rule, way, t), note: way.note }))} />
        </DetailRow>
      )}
      {rule.limits.length > 0 && (
        <DetailRow name={t`Limits`}>
          <NotedList
            items={rule.limits.map((limit) => ({ what: limitText(limit, rule, t), note: limit.note }))}
          />
        </DetailRow>
      )}
      <DetailRow name={t`Not counted`}>
        {rule.excludes.length > 0 ? <NotedList items={rule.excludes} /> : <p>{t`Nothing is named.`}</p>}
      </DetailRow>
      <DetailRow name={t`Providers`}>
        {rule.providers ?? t`We do not know who must approve a course.`}
      </DetailRow>
      <DetailRow name={t`Carried over`}>
        <p>{carryOverText(rule, t)}</p>
        <Note text={rule.carryOver.note} />
      </DetailRow>
    </dl>
  )
}

function OtherFacts({ rule }: { rule: CeRule }) {
  const { applyFrom, applyBy, earnBy, note } = rule.window
  const dates = [
    applyFrom && t`Opens: ${applyFrom}`,
    applyBy && t`Closes: ${applyBy}`,
    earnBy && t`Complete CE by: ${earnBy}`,
    note,
  ].filter((text): text is string => Boolean(text))
  const { keepRecordsYears: years } = rule
  return (
    <dl className="divide-y divide-line border-line border-y">
      {dates.length > 0 && (
        <DetailRow name={t`Window`}>
          <Lines texts={dates} />
        </DetailRow>
      )}
      <DetailRow name={t`Records`}>
        {years === null
          ? t`We do not know how long to keep certificates.`
          : t`Keep certificates for ${plural(years, { one: '# year', other: '# years' })}.`}
      </DetailRow>
      {rule.exemptions.length > 0 && (
        <DetailRow name={t`Exempt`}>
          <Lines texts={rule.exemptions} />
        </DetailRow>
      )}
      {rule.pending.length > 0 && (
        <DetailRow name={t`Pending`}>
          <Lines
            texts={rule.pending.map(({ what, expected }) =>
              expected ? t`${what} (expected ${expected})` : what,
            )}
          />
        </DetailRow>
      )}
    </dl>
  )
}

/** The kind of source behind each part, the sources, and the parts without one. */
function Origins({ rule, locale }: RuleProps) {
  const caveats = caveatsOf(rule, useToday()).map((caveat) => caveatText(caveat, rule, t))
  return (
    <div className="grid grid-cols-1 gap-4">
      {caveats.length > 0 && <Lines texts={caveats} />}
      <dl className="divide-y divide-line border-line border-y">
        {rulePart.options.map((part) => (
          <DetailRow key={part} name={t(rulePartNames[part])}>
            {behindText(rule, part, t)}
          </DetailRow>
        ))}
      </dl>
      <p className="text-muted text-sm">{t`All of it was read on ${formatDate(rule.readOn, locale)}.`}</p>
      <RuleSources rule={rule} />
      {rule.uncited.length > 0 && (
        <div>
          <p className="font-semibold">{t`No source`}</p>
          <Lines texts={rule.uncited} />
        </div>
      )}
    </div>
  )
}

function RuleTopicItem({ topic, rule, locale }: RuleProps & { topic: RuleTopic }) {
  const date = (value: string) => formatDate(value, locale)
  const doubt = doubtAbout(rule, `topic:${topic.key}`)
  return (
    <li>
      <p className="font-semibold">{topic.topic}</p>
      <p className="text-muted text-sm">{ruleTopicText(topic, rule, date, t)}</p>
      <Note text={topic.onlyIf && onlyIfText(topic.onlyIf)} />
      <Note text={doubt && doubtText(doubt, t)} />
      <Note text={noteOf(topic)} />
    </li>
  )
}

function Note({ text }: { text: string | null }) {
  return text ? <p className="text-muted text-sm">{text}</p> : null
}

function Lines({ texts }: { texts: string[] }) {
  return (
    <ul className="grid gap-1">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function NotedList({ items }: { items: readonly { what: string; note: string | null }[] }) {
  return (
    <ul className="grid gap-2">
      {items.map(({ what, note }) => (
        <li key={what}>
          {what}
          <Note text={note} />
        </li>
      ))}
    </ul>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong print:hidden underline">
        {title}
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  )
}

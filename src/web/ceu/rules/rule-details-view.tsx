import type { ReactNode } from 'react'
import { caveatLines, type RuleLine } from '#shared/ceu/ceu-text.ts'
import { type CeRule, type RuleTopic, type RuleWay, rulePart } from '#shared/ceu/rule.ts'
import { caveatsOf, doubtAbout } from '#shared/ceu/rule-facts.ts'
import {
  behindText,
  carryOverText,
  doubtLines,
  dutyLines,
  firstRenewalLines,
  limitAmountText,
  renewalText,
  rulePartNames,
  ruleTopicLines,
  wayAskedText,
  wayTopicsLine,
  windowTexts,
  yearsText,
} from '#shared/ceu/rule-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfLine } from '#web/ceu/cycle-text.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/use-today.ts'
import { DetailRow } from '#web/ui/page.tsx'
import { RuleSources } from './rule-source-list.tsx'
import { RuleLines, RuleWords, summaryClass } from './rule-words.tsx'

type RuleProps = { rule: CeRule; locale: string | null }

/** The contents of a rule: the essentials first, the rest collapsed. */
export function RuleDetails({ rule, locale }: RuleProps) {
  return (
    <div className="grid grid-cols-1">
      <dl className="divide-y divide-line border-line border-y">
        <DetailRow name={t`Hours`}>
          <Hours rule={rule} />
        </DetailRow>
        {rule.firstRenewal.rule !== 'same' && (
          <DetailRow name={t`First renewal`}>
            <p>
              <RuleLines lines={firstRenewalLines(rule, t)} />
            </p>
            <WordsNote text={rule.firstRenewal.note} />
          </DetailRow>
        )}
        <DetailRow name={t`Renewal`}>
          <p>{renewalText(rule, t)}</p>
          <Lines texts={Object.values(windowTexts(rule, t)).filter((text) => text !== null)} />
          <Note text={rule.renewal.note} />
        </DetailRow>
        {rule.duties.length > 0 && (
          <DetailRow name={t`To do`}>
            <ul className="grid gap-1">
              {rule.duties.map((duty) => (
                <li key={duty.key}>
                  <RuleLines lines={dutyLines(duty, t)} />
                </li>
              ))}
            </ul>
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
    </div>
  )
}

function Hours({ rule }: { rule: CeRule }) {
  const { ways, periodYears, periodNote, unitNote } = rule
  const [first, ...others] = ways
  return (
    <>
      {first === undefined && <p>{t`No total, ${yearsText(periodYears, t)}`}</p>}
      {first && others.length === 0 && (
        <p>
          <RuleWords>{first.title}</RuleWords>
          {`, ${yearsText(periodYears, t)}`}
        </p>
      )}
      {others.length > 0 && (
        <>
          <p>{t`One of these, ${yearsText(periodYears, t)}:`}</p>
          <ul className="mt-1 grid list-disc gap-1 pl-5">
            {ways.map(({ id, title }) => (
              <li key={id}>
                <RuleWords>{title}</RuleWords>
              </li>
            ))}
          </ul>
        </>
      )}
      <WordsNote text={periodNote} />
      <WordsNote text={unitNote} />
    </>
  )
}

function CountingFacts({ rule }: { rule: CeRule }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {rule.ways.length > 0 && (
        <DetailRow name={t`Ways`}>
          <ul className="grid gap-2">
            {rule.ways.map((way) => (
              <WayItem key={way.id} rule={rule} way={way} />
            ))}
          </ul>
        </DetailRow>
      )}
      {rule.limits.length > 0 && (
        <DetailRow name={t`Limits`}>
          <ul className="grid gap-2">
            {rule.limits.map((limit) => (
              <li key={limit.what}>
                <RuleWords>{limit.what}</RuleWords>
                {limitAmountText(limit, rule, t)}
                <WordsNote text={limit.note} />
              </li>
            ))}
          </ul>
        </DetailRow>
      )}
      <DetailRow name={t`Not counted`}>
        {rule.excludes.length > 0 ? <NotedList items={rule.excludes} /> : <p>{t`Nothing is named.`}</p>}
      </DetailRow>
      <DetailRow name={t`Providers`}>
        {rule.providers === null ? (
          t`We do not know who must approve a course.`
        ) : (
          <RuleWords>{rule.providers}</RuleWords>
        )}
      </DetailRow>
      <DetailRow name={t`Carried over`}>
        <p>{carryOverText(rule, t)}</p>
        <WordsNote text={rule.carryOver.note} />
      </DetailRow>
    </dl>
  )
}

function OtherFacts({ rule }: { rule: CeRule }) {
  const { applyFrom, applyBy, earnBy, note } = rule.window
  const dates: RuleLine[] = [
    ...(applyFrom ? [{ label: t`Opens:`, words: applyFrom }] : []),
    ...(applyBy ? [{ label: t`Closes:`, words: applyBy }] : []),
    ...(earnBy ? [{ label: t`Complete CE by:`, words: earnBy }] : []),
    ...(note ? [{ words: note }] : []),
  ]
  const { keepRecordsYears: years } = rule
  return (
    <dl className="divide-y divide-line border-line border-y">
      {dates.length > 0 && (
        <DetailRow name={t`Window`}>
          <ul className="grid gap-1">
            {dates.map((line) => (
              <li key={line.words}>
                <RuleLines lines={[line]} />
              </li>
            ))}
          </ul>
        </DetailRow>
      )}
      <DetailRow name={t`Records`}>
        {years === null
          ? t`We do not know how long to keep certificates.`
          : t`Keep certificates for ${plural(years, { one: '# year', other: '# years' })}.`}
      </DetailRow>
      {rule.exemptions.length > 0 && (
        <DetailRow name={t`Exempt`}>
          <NotedList items={rule.exemptions.map((what) => ({ what, note: null }))} />
        </DetailRow>
      )}
      {rule.pending.length > 0 && (
        <DetailRow name={t`Pending`}>
          <NotedList
            items={rule.pending.map(({ what, expected }) => ({
              what: expected ? `${what} (expected ${expected})` : what,
              note: null,
            }))}
          />
        </DetailRow>
      )}
    </dl>
  )
}

/** The kind of source behind each part, the sources, and the parts without one. */
function Origins({ rule, locale }: RuleProps) {
  const caveats = caveatsOf(rule, useToday())
  return (
    <div className="grid grid-cols-1 gap-4">
      {caveats.length > 0 && (
        <ul className="grid gap-1">
          {caveats.map((caveat) => (
            <li key={caveat.code}>
              <RuleLines lines={caveatLines(caveat, rule, t)} />
            </li>
          ))}
        </ul>
      )}
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
          <NotedList items={rule.uncited.map((what) => ({ what, note: null }))} />
        </div>
      )}
    </div>
  )
}

function RuleTopicItem({ topic, rule, locale }: RuleProps & { topic: RuleTopic }) {
  const date = (value: string) => formatDate(value, locale)
  const doubt = doubtAbout(rule, `topic:${topic.key}`)
  const notes = [
    ruleTopicLines(topic, rule, date, t),
    topic.onlyIf ? [onlyIfLine(topic.onlyIf)] : [],
    doubt ? doubtLines(doubt, t) : [],
    noteOf(topic),
  ].filter((lines) => lines.length > 0)
  return (
    <li>
      <p className="font-semibold">
        <RuleWords>{topic.topic}</RuleWords>
      </p>
      {notes.map((lines) => (
        <p key={JSON.stringify(lines)} className="text-muted text-sm">
          <RuleLines lines={lines} />
        </p>
      ))}
    </li>
  )
}

function WayItem({ rule, way }: { rule: CeRule; way: RuleWay }) {
  const asked = wayAskedText(rule, way, t)
  const topics = wayTopicsLine(rule, way, t)
  return (
    <li>
      <RuleWords>{way.title}</RuleWords>
      <Note text={asked === way.title ? null : asked} />
      {topics && (
        <p className="text-muted text-sm">
          <RuleLines lines={[topics]} />
        </p>
      )}
      <WordsNote text={way.note} />
    </li>
  )
}

/** A note in the words of the rule. */
function WordsNote({ text }: { text: string | null }) {
  return (
    text && (
      <p className="text-muted text-sm">
        <RuleWords>{text}</RuleWords>
      </p>
    )
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
          <RuleWords>{what}</RuleWords>
          <WordsNote text={note} />
        </li>
      ))}
    </ul>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className={summaryClass}>{title}</summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  )
}

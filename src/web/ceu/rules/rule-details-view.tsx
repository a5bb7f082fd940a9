import type { ReactNode } from 'react'
import { caveatLines, topicName, topicTag } from '#shared/ceu/ceu-text.ts'
import { type CeRule, type RuleTopic, type RuleWay, rulePart } from '#shared/ceu/rule.ts'
import { caveatsOf, doubtAbout, type RuleCaveat, textBehind } from '#shared/ceu/rule-facts.ts'
import {
  asSentence,
  carryOverText,
  doubtLines,
  dutyLines,
  firstRenewalLines,
  limitAmountText,
  renewalText,
  ruleTopicLines,
  unknownFactsText,
  wayAskedText,
  wayTopicsLine,
  windowTexts,
  yearsText,
} from '#shared/ceu/rule-text.ts'
import { plural } from '#shared/i18n/translate.ts'
import { noteOf, onlyIfLine } from '#web/ceu/cycle-text.ts'
import { formatDate, formatPartialDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EnglishWords } from '#web/ui/english-words.tsx'
import { RuleSources } from './rule-source-list.tsx'
import { RuleLines } from './rule-words.tsx'

type RuleProps = { rule: CeRule; locale: string | null }

/** The contents of a rule, a folded section each. What the rule does not say is left out. */
export function RuleDetails({ rule, locale }: RuleProps) {
  return (
    <div>
      <Hours rule={rule} />
      <Topics rule={rule} locale={locale} />
      <Dates rule={rule} locale={locale} />
      <Proof rule={rule} />
      <Exceptions rule={rule} />
      <Sources rule={rule} locale={locale} />
    </div>
  )
}

function Hours({ rule }: { rule: CeRule }) {
  const { ways, periodYears, periodNote, unitNote, limits, carryOver } = rule
  const [first, ...others] = ways
  const every = yearsText(periodYears, t)
  return (
    <Group
      id="rule-hours"
      title={t`Hours`}
      summary={
        first === undefined ? (
          t`No total, ${every}`
        ) : others.length > 0 ? (
          t`${ways.length} ways to renew, ${every}`
        ) : (
          <>
            <EnglishWords>{first.title}</EnglishWords>, {every}
          </>
        )
      }
    >
      {ways.length > 0 && (
        <ul className={others.length > 0 ? 'grid list-disc gap-3 pl-5' : ''}>
          {ways.map((way) => (
            <WayItem key={way.id} rule={rule} way={way} />
          ))}
        </ul>
      )}
      <Words text={periodNote} />
      <Words text={unitNote} />
      {rule.firstRenewal.rule !== 'same' && (
        <Fact name={t`First renewal`}>
          <p>
            <RuleLines lines={firstRenewalLines(rule, t)} />
          </p>
          <Words text={rule.firstRenewal.note} />
        </Fact>
      )}
      {limits.length > 0 && (
        <Fact name={t`Limits`}>
          <ul className="grid gap-2">
            {limits.map((limit) => (
              <li key={limit.what}>
                <EnglishWords>{limit.what}</EnglishWords>
                {limitAmountText(limit, rule, t)}
                <Words text={limit.note} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {(carryOver.allowed !== null || carryOver.note) && (
        <Fact name={t`Extra hours`}>
          {carryOver.allowed !== null && <p>{carryOverText(rule, t)}</p>}
          <Words text={carryOver.note} />
        </Fact>
      )}
    </Group>
  )
}

function WayItem({ rule, way }: { rule: CeRule; way: RuleWay }) {
  const asked = wayAskedText(rule, way, t)
  const topics = wayTopicsLine(rule, way, t)
  return (
    <li>
      <EnglishWords>{way.title}</EnglishWords>
      {!way.title.startsWith(asked) && <p className="text-muted">{asked}</p>}
      {topics && (
        <p className="text-muted">
          <RuleLines lines={[topics]} />
        </p>
      )}
      <Words text={way.note} />
    </li>
  )
}

function Topics({ rule, locale }: RuleProps) {
  if (rule.topics.length === 0) return null
  return (
    <Group
      id="rule-topics"
      title={t`Topics`}
      summary={rule.topics.map((topic) => topicName(topic, t)).join(', ')}
    >
      {rule.topics.map((topic) => (
        <RuleTopicItem key={`${topic.key} ${topic.effectiveFrom}`} {...{ topic, rule, locale }} />
      ))}
    </Group>
  )
}

function RuleTopicItem({ topic, rule, locale }: RuleProps & { topic: RuleTopic }) {
  const date = (value: string) => formatDate(value, locale)
  const name = topicName(topic, t)
  const doubt = doubtAbout(rule, `topic:${topic.key}`)
  const notes = [
    ruleTopicLines(topic, rule, date, t),
    topic.onlyIf ? [onlyIfLine(topic.onlyIf)] : [],
    doubt ? doubtLines(doubt, t) : [],
    noteOf(topic),
  ].filter((lines) => lines.length > 0)
  return (
    <Fact name={name}>
      {topic.topic !== topicTag(topic) && <Words text={topic.topic} />}
      {notes.map((lines) => (
        <p key={JSON.stringify(lines)}>
          <RuleLines lines={lines} />
        </p>
      ))}
    </Fact>
  )
}

function Dates({ rule, locale }: RuleProps) {
  const { renewal, window, pending } = rule
  const days = windowTexts(rule, t)
  const words = [renewal.opens ? null : window.applyFrom, window.note].filter((text) => text !== null)
  return (
    <Group id="rule-dates" title={t`Dates`} summary={renewalText(rule, t)}>
      <Words text={renewal.note} />
      {(days.opens ?? days.applyBy ?? days.lateUntil ?? window.applyBy ?? words[0]) && (
        <Fact name={t`When to renew`}>
          {[days.opens, days.applyBy, days.lateUntil]
            .filter((text) => text !== null)
            .map((text) => (
              <p key={text}>{text}</p>
            ))}
          {window.applyBy && !days.applyBy && (
            <p>
              <RuleLines lines={[{ label: t`Apply by:`, words: asSentence(window.applyBy) }]} />
            </p>
          )}
          {words.map((text) => (
            <Words key={text} text={text} />
          ))}
        </Fact>
      )}
      {window.earnBy && (
        <Fact name={t`Finish your CE by`}>
          <Words text={window.earnBy} />
        </Fact>
      )}
      {pending.length > 0 && (
        <Fact name={t`Changes to come`}>
          {pending.map(({ what, expected }) => (
            <div key={what}>
              <Words text={what} />
              {expected && <p>{t`Expected: ${formatPartialDate(expected, locale)}`}</p>}
            </div>
          ))}
        </Fact>
      )}
    </Group>
  )
}

function Proof({ rule }: { rule: CeRule }) {
  const { providers, duties, keepRecordsYears: years } = rule
  if (providers === null && duties.length === 0 && years === null) return null
  const names = [providers !== null && t`Courses that count`, duties.length > 0 && t`What else to do`].filter(
    (name) => name !== false,
  )
  return (
    <Group
      id="rule-proof"
      title={t`How to prove it`}
      summary={
        years === null
          ? names.join(' · ')
          : t`Keep your certificates for ${plural(years, { one: '# year', other: '# years' })}.`
      }
    >
      {providers !== null && (
        <Fact name={t`Courses that count`}>
          <Words text={providers} />
        </Fact>
      )}
      {duties.length > 0 && (
        <Fact name={t`What else to do`}>
          {duties.map((duty) => (
            <p key={duty.key}>
              <RuleLines lines={dutyLines(duty, t)} />
            </p>
          ))}
        </Fact>
      )}
    </Group>
  )
}

function Exceptions({ rule: { excludes, exemptions } }: { rule: CeRule }) {
  if (excludes.length === 0 && exemptions.length === 0) return null
  return (
    <Group
      id="rule-exceptions"
      title={t`Exceptions`}
      summary={[excludes.length > 0 && t`What does not count`, exemptions.length > 0 && t`Who is exempt`]
        .filter((name) => name !== false)
        .join(' · ')}
    >
      {excludes.length > 0 && (
        <Fact name={t`What does not count`}>
          <WordList texts={excludes.map(({ what, note }) => (note === null ? what : `${what} (${note})`))} />
        </Fact>
      )}
      {exemptions.length > 0 && (
        <Fact name={t`Who is exempt`}>
          <WordList texts={exemptions} />
        </Fact>
      )}
    </Group>
  )
}

/** The sources as links, and what they leave open. */
function Sources({ rule, locale }: RuleProps) {
  const doubts = caveatsOf(rule, useToday()).filter(({ code }) => code === 'doubts' || code === 'overdue')
  const missing = unknownFactsText(rule, t)
  const caveats = [...unsureParts(rule), ...doubts]
  return (
    <Group id="rule-sources" title={t`Sources`} summary={t`Read on ${formatDate(rule.readOn, locale)}`}>
      <RuleSources rule={rule} />
      {(caveats.length > 0 || missing !== null) && (
        <Fact name={t`What is not certain`}>
          {caveats.map((caveat) => (
            <p key={caveat.code}>
              <RuleLines lines={caveatLines(caveat, rule, t)} />
            </p>
          ))}
          {missing !== null && <p>{missing}</p>}
        </Fact>
      )}
      {rule.uncited.length > 0 && (
        <Fact name={t`Without a source`}>
          <WordList texts={rule.uncited} />
        </Fact>
      )}
    </Group>
  )
}

/** Every part of the rule that is not from the law or from the board itself, by the kind of source behind it. */
function unsureParts(rule: CeRule): RuleCaveat[] {
  const from = (kind: ReturnType<typeof textBehind>) =>
    rulePart.options.filter((part) => textBehind(rule, part) === kind)
  const caveats = [
    { code: 'not_official', parts: from('secondary') },
    { code: 'uncited', parts: from('uncited') },
    { code: 'unknown', parts: from('none_found') },
  ] as const
  return caveats.filter(({ parts }) => parts.length > 0)
}

type GroupProps = { id: string; title: string; summary: ReactNode; children: ReactNode }

function Group({ summary, ...section }: GroupProps) {
  return <Disclosure summary={<span className="line-clamp-2">{summary}</span>} {...section} />
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold text-base">{name}</h3>
      {children}
    </div>
  )
}

/** A paragraph in the words of the rule. */
function Words({ text }: { text: string | null }) {
  return (
    text && (
      <p>
        <EnglishWords>{asSentence(text)}</EnglishWords>
      </p>
    )
  )
}

function WordList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {texts.map((text) => (
        <li key={text}>
          <EnglishWords>{text}</EnglishWords>
        </li>
      ))}
    </ul>
  )
}

import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RuleLine } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CycleNeed } from '#shared/ceu/needs.ts'
import type { CeRule, RuleNeed, RuleWay } from '#shared/ceu/rule.ts'
import { ItemSources } from '#web/ceu/rules/rule-source-list.tsx'
import { RuleLines, summaryClass } from '#web/ceu/rules/rule-words.tsx'
import type { DateContext } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { EnglishWords } from '#web/ui/english-words.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import {
  certificationText,
  chosenCertification,
  isByWord,
  isInRuleWords,
  needStateText,
  needTitle,
  notMetText,
  recordedNotes,
} from './need-text.ts'
import { useWayChanges } from './use-way-changes.ts'

type NeedListProps = DateContext & { cycle: CeuCycle; rule: CeRule; way: RuleWay }

/** What the way requires besides hours and topics: met or missing, with the reason and its source. */
export function NeedList({ cycle, ...props }: NeedListProps) {
  return (
    <ul aria-label={t`Also required`} className="divide-y divide-line border-line border-y">
      {cycle.needs.map((need) => (
        <NeedItem key={need.id} need={need} cycle={cycle} {...props} />
      ))}
    </ul>
  )
}

function NeedItem({ need, cycle, rule, way, ...context }: NeedListProps & { need: CycleNeed }) {
  const { isPending, setDone } = useWayChanges()
  const asked = way.needs[Number(need.id.split(':')[1])]
  return (
    <Item
      title={isInRuleWords(need) ? <EnglishWords>{needTitle(need)}</EnglishWords> : needTitle(need)}
      state={needStateText(need, context)}
      isMet={need.isMet}
    >
      {recordedNotes(need).map((text) => (
        <p key={text} className="text-sm">
          {text}
        </p>
      ))}
      {need.options.length > 0 && (
        <div className="text-sm">
          <p>{t`One of these is enough:`}</p>
          <ul className="list-disc pl-5">
            {need.options.map((option) => (
              <li key={option}>
                <EnglishWords>{option}</EnglishWords>
              </li>
            ))}
          </ul>
        </div>
      )}
      {need.kind === 'certification' && <Certifications {...{ need, cycle, way, ...context }} />}
      {need.kind !== 'certification' && need.kind !== 'other' && (
        <Link
          to="/credentials/practice"
          className="inline-flex min-h-11 w-fit items-center font-semibold text-accent-strong underline"
        >
          {need.kind === 'practice_hours' ? t`Record practice hours` : t`Record it in your practice log`}
        </Link>
      )}
      {isByWord(need) && (
        <Checkbox
          label={t`I have done this`}
          value={need.isDone}
          isDisabled={isPending}
          onChange={(isDone) => setDone(cycle, need.id, isDone)}
        />
      )}
      <Why rule={rule} notes={asked ? notesOf(asked) : []} />
    </Item>
  )
}

/** The owner's certifications by name; an expired one is marked. */
function Certifications({
  need,
  cycle,
  way,
  ...context
}: DateContext & { need: CycleNeed; cycle: CeuCycle; way: RuleWay }) {
  const { isPending, chooseCertification } = useWayChanges()
  const chosen = chosenCertification(need)
  const others = need.candidates.filter((one) => one !== chosen)
  const use = (credentialId: string | null) => chooseCertification(cycle, way.id, need.id, credentialId)
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      {chosen && !need.isMet && <p className="text-sm">{notMetText(chosen, context)}</p>}
      {chosen && (
        <Button
          tone="quiet"
          size="sm"
          isDisabled={isPending}
          onPress={() => use(null)}
          className="h-auto! min-h-9 max-w-full whitespace-normal! py-1 text-left [overflow-wrap:anywhere]"
        >
          {t`Do not use your ${chosen.title}`}
        </Button>
      )}
      {others.map((one) =>
        one.expiresAt !== null && one.expiresAt < context.today ? (
          <p key={one.credentialId} className="text-sm">
            {t`Your ${one.title} ${certificationText(one, context)}, so it does not count.`}
          </p>
        ) : (
          <Button
            key={one.credentialId}
            isDisabled={isPending}
            onPress={() => use(one.credentialId)}
            className="my-1 h-auto! min-h-11 max-w-full whitespace-normal! py-2 text-left [overflow-wrap:anywhere]"
          >
            {t`Use your ${one.title}, ${certificationText(one, context)}`}
          </Button>
        ),
      )}
      {need.candidates.length === 0 && (
        <p className="text-sm">
          {t`None in your vault matches.`}{' '}
          <Link
            to="/upload"
            search={{ kind: 'certification' }}
            className="inline-target text-accent-strong underline"
          >{t`Add a certification`}</Link>
        </p>
      )}
    </div>
  )
}

/** The notes of the rule about a need. */
function notesOf({ note, individualMin, amount, categories }: RuleNeed): RuleLine[] {
  return [
    ...(note === null ? [] : [{ words: note }]),
    ...(individualMin === null
      ? []
      : [
          {
            label:
              amount === null
                ? t`You will be told your own number, at least ${individualMin}.`
                : t`You will be told your own number, between ${individualMin} and ${amount}.`,
          },
        ]),
    ...categories.map(categoryNote),
  ]
}

function categoryNote({ key, title, min, max }: RuleNeed['categories'][number]): RuleLine {
  const least = min !== null && min > 0 ? [t`at least ${min}`] : []
  const most = max === null ? [] : [t`at most ${max}`]
  const limits = [...least, ...most]
  const name = t`Category ${key}`
  return { label: limits.length === 0 ? `${name}:` : `${name}, ${limits.join(', ')}:`, words: title }
}

/** The reason for an item, collapsed, with its source. */
function Why({ rule, notes }: { rule: CeRule; notes: RuleLine[] }) {
  return (
    <details className="text-sm">
      <summary className={summaryClass}>{t`Reason and sources`}</summary>
      <Reasons rule={rule} parts={['ways', 'hours']} notes={notes} />
    </details>
  )
}

/** Why a rule requires something, with its source. */
export function Reasons({ rule, parts, notes }: { rule: CeRule; parts: string[]; notes: RuleLine[] }) {
  return (
    <div className="grid grid-cols-1 gap-1 pb-2 text-sm">
      {notes.map((note) => (
        <p key={JSON.stringify(note)}>
          <RuleLines lines={[note]} />
        </p>
      ))}
      <ItemSources rule={rule} parts={parts} />
    </div>
  )
}

type ItemProps = { title: ReactNode; state: string; isMet: boolean; children?: ReactNode }

/** "Met" is text and icon, not only a color. */
function Item({ title, state, isMet, children }: ItemProps) {
  const Icon = isMet ? CircleCheck : CircleDashed
  return (
    <li className="flex gap-3 py-2.5">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${isMet ? 'text-active' : 'text-renewal'}`} />
      <div className="grid min-w-0 flex-1 grid-cols-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        <p className="text-muted text-sm">{state}</p>
        {children}
      </div>
    </li>
  )
}

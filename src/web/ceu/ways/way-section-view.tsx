import { Award } from 'lucide-react'
import { bodyOf } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { wayOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { textBehind } from '#shared/ceu/rule-facts.ts'
import { asSentence } from '#shared/ceu/rule-text.ts'
import { theBoard } from '#web/ceu/cycle-text.ts'
import type { DateContext } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { EnglishWords } from '#web/ui/english-words.tsx'
import { NeedList } from './need-list.tsx'
import { certificationText } from './need-text.ts'
import { useWayChanges } from './use-way-changes.ts'

type WaySectionProps = DateContext & { cycle: CeuCycle }

/** What the way to renew requires besides hours and topics, and a certification that may be another way. */
export function WaySection({ cycle, ...context }: WaySectionProps) {
  const { rule, wayId, needs } = cycle
  if (rule === null) return null
  const way = wayOf(rule, wayId)
  if (way === null) return rule.ways.length === 0 && <p>{noWaysText(rule)}</p>
  return (
    <>
      {needs.length > 0 && (
        <section aria-labelledby="needs-title" className="grid grid-cols-1 gap-3">
          <h2 id="needs-title" className="text-lg">{t`Also required`}</h2>
          <NeedList cycle={cycle} rule={rule} way={way} {...context} />
        </section>
      )}
      <CertificationOffer cycle={cycle} rule={rule} {...context} />
    </>
  )
}

function noWaysText(rule: CeRule): string {
  return ['uncited', 'none_found'].includes(textBehind(rule, 'ways'))
    ? t`We do not know how many hours ${theBoard(rule)} requires. Ask the ${bodyOf(rule, t)}.`
    : t`${theBoard(rule).replace(/^t/, 'T')} requires no hours for this renewal.`
}

/** A certification that the owner holds, for a way that they have not chosen. */
function CertificationOffer({ cycle, rule, today, locale }: WaySectionProps & { rule: CeRule }) {
  const { isPending, chooseCertification } = useWayChanges()
  const current = wayOf(rule, cycle.wayId)
  const held = cycle.certifications.filter(({ expiresAt }) => expiresAt === null || expiresAt >= today)
  const offers = rule.ways.flatMap((way) => {
    const at = way.needs.findIndex(({ kind }) => kind === 'certification')
    return at < 0 || way === current ? [] : [{ way, need: `${way.id}:${at}` }]
  })
  const [offer] = offers
  if (!offer || held.length === 0 || cycle.wayId !== null) return null
  const { way, need } = offer
  return (
    <div className="grid gap-3 rounded-card bg-accent-soft p-4">
      <p className="flex gap-2.5">
        <Award aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-strong" />
        <span className="min-w-0">
          {t`A certification you hold may be another way to renew:`}{' '}
          <EnglishWords>
            <span className="font-semibold">{way.title}</span>.{way.note && ` ${asSentence(way.note)}`}
          </EnglishWords>
        </span>
      </p>
      <ul className="flex flex-wrap gap-2">
        {held.map((one) => (
          <li key={one.credentialId} className="min-w-0 max-w-full">
            <Button
              isDisabled={isPending}
              onPress={() => chooseCertification(cycle, way.id, need, one.credentialId)}
              className="h-auto! min-h-11 max-w-full whitespace-normal! py-2 text-left [overflow-wrap:anywhere]"
            >
              {t`Use your ${one.title}, ${certificationText(one, { today, locale })}`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

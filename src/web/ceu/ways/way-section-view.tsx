import { Award } from 'lucide-react'
import { useState } from 'react'
import { bodyOf } from '#shared/ceu/ceu-text.ts'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import { wayOf } from '#shared/ceu/requirements.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { textBehind } from '#shared/ceu/rule-facts.ts'
import { asSentence } from '#shared/ceu/rule-text.ts'
import { type DateContext, theBoard } from '#web/ceu/cycle-text.ts'
import { RuleLanguage } from '#web/ceu/rules/rule-card.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { NeedList } from './need-list.tsx'
import { certificationText } from './need-text.ts'
import { useWayChanges } from './use-way-changes.ts'
import { WayField } from './way-field.tsx'

type WaySectionProps = DateContext & { cycle: CeuCycle }

/** The available ways to renew, the chosen one, and what is missing for it. */
export function WaySection({ cycle, ...context }: WaySectionProps) {
  const { rule, wayId } = cycle
  if (rule === null || !hasChoices(rule)) return null
  const way = wayOf(rule, wayId)
  return (
    <section aria-labelledby="ways-title" className="grid grid-cols-1 gap-4">
      <h2 id="ways-title" className="text-lg">{t`Ways to renew`}</h2>
      {way === null ? (
        <p>{noWaysText(rule)}</p>
      ) : (
        <>
          <RuleLanguage />
          {rule.ways.length > 1 && <Choice cycle={cycle} rule={rule} {...context} />}
          <NeedList cycle={cycle} rule={rule} way={way} {...context} />
        </>
      )}
    </section>
  )
}

/** Whether the rule has more than hours and topics. */
const hasChoices = ({ ways }: CeRule) =>
  ways.length !== 1 || ways.some(({ needs }) => needs.some(({ kind }) => kind !== 'ce'))

function noWaysText(rule: CeRule): string {
  return ['uncited', 'none_found'].includes(textBehind(rule, 'ways'))
    ? t`We do not know how many hours ${theBoard(rule)} requires. Ask the ${bodyOf(rule, t)}.`
    : t`${theBoard(rule).replace(/^t/, 'T')} requires no hours for this renewal.`
}

function Choice({ cycle, rule, ...context }: WaySectionProps & { rule: CeRule }) {
  const { isPending, chooseWay } = useWayChanges()
  // Stays as the owner left it: closing it would take the focus away.
  const [isOpenAtFirst] = useState(cycle.wayId === null)
  const chosen = rule.ways.find(({ id }) => id === cycle.wayId)
  return (
    <div className="grid grid-cols-1 gap-3">
      <CertificationOffer cycle={cycle} rule={rule} {...context} />
      {chosen ? (
        <p>
          {chosen === rule.ways[0] ? (
            <Trans>
              You chose <span className="font-semibold">{[chosen.title]}</span>, the usual way.
            </Trans>
          ) : (
            <Trans>
              You chose <span className="font-semibold">{[chosen.title]}</span>.
            </Trans>
          )}
        </p>
      ) : (
        <p>
          <Trans>
            <span className="font-semibold">Not chosen yet.</span> Until you choose, the usual way counts:{' '}
            <span className="font-semibold">{[rule.ways[0]?.title]}</span>.
          </Trans>
        </p>
      )}
      <details open={isOpenAtFirst}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent-strong print:hidden underline">
          {rule.ways.length === 2 ? t`Both ways` : t`All ${rule.ways.length} ways`}
        </summary>
        <div className="pt-2">
          <WayField
            rule={rule}
            wayId={chosen?.id ?? null}
            onChange={(wayId) => chooseWay(cycle, wayId)}
            isDisabled={isPending}
          />
        </div>
      </details>
    </div>
  )
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
          <Trans>
            A certification you hold may be another way: <span className="font-semibold">{[way.title]}</span>.
          </Trans>
          {way.note && ` ${asSentence(way.note)}`}
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

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { CeuEntry } from '#shared/ceu/entry.ts'
import { checkPacket, type PacketFix } from '#shared/ceu/packet-check.ts'
import { packetCheckQuery } from '#web/ceu/api.ts'
import { ruleName } from '#web/ceu/rules/rule-card.tsx'
import { RuleSources } from '#web/ceu/rules/rule-source-list.tsx'
import { credentialQuery } from '#web/credentials/api.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useToday, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

type PacketCheckViewProps = { cycle: CeuCycle; entries: readonly CeuEntry[] }

/** Missing details, cautions and sources. None of them is part of the packet. */
export function PacketCheckView({ cycle, entries }: PacketCheckViewProps) {
  const { firstName, lastName, name, locale } = useUser()
  const today = useToday()
  const credentialId = cycle.licenseId ?? cycle.certificationId
  const credential = useQuery({ ...credentialQuery(credentialId ?? ''), enabled: credentialId !== null })
  const { data: { undrawn } = { undrawn: [] }, isError } = useQuery(packetCheckQuery(cycle.id))
  const { missing, cautions } = checkPacket({
    cycle,
    entries,
    holderName: [firstName, lastName].filter(Boolean).join(' ') || name || '',
    number: credential.data?.number,
    today,
    date: (date) => formatDate(date, locale),
    t,
  })
  const notes = [
    ...cautions,
    ...(undrawn.length > 0 ? [undrawnText(undrawn)] : []),
    ...(isError ? [t`We could not check whether the PDF can show every letter.`] : []),
  ]
  return (
    <div className="grid gap-4">
      <p>
        <Trans>
          Only you see this list. The packet holds what you recorded, and says nothing about what is missing.
        </Trans>
      </p>
      <CheckList
        title={t`Missing`}
        icon={CircleAlert}
        look="bg-expiring-soft"
        tone="text-expiring"
        items={missing.map(({ title, text, label, fix }) => ({
          ...{ title, text },
          link: fix && label && (
            <FixLink fix={fix} cycle={cycle}>
              {label}
            </FixLink>
          ),
        }))}
        empty={t`We found no gaps in what we can check. Your board decides what it needs.`}
      />
      {notes.length > 0 && (
        <CheckList
          title={t`Good to know`}
          icon={TriangleAlert}
          look="bg-sunken"
          tone="text-muted"
          items={notes.map((text) => ({ text }))}
        />
      )}
      {cycle.rule && (
        <section aria-label={t`Sources`} className="grid gap-1">
          <h3 className="font-semibold">{t`Sources`}</h3>
          <p className="text-muted">{t`Of ${ruleName(cycle.rule, locale)}.`}</p>
          <RuleSources rule={cycle.rule} />
        </section>
      )}
    </div>
  )
}

const undrawnText = (characters: readonly string[]) =>
  t`The PDF will leave out ${characters.join(' ')}, because its fonts do not have them.`

const SHOWN_FIRST = 6

type CheckListProps = {
  title: string
  icon: LucideIcon
  look: string
  tone: string
  items: { title?: string | undefined; text: string; link?: ReactNode }[]
  empty?: string
}

function CheckList({ title, icon: Icon, look, tone, items, empty }: CheckListProps) {
  const id = useId()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? items : items.slice(0, SHOWN_FIRST)
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-1 rounded-card px-4 py-3 ${items.length > 0 ? look : 'bg-sunken'}`}
    >
      <h3 id={id} className="flex items-center gap-2.5 font-semibold">
        {items.length > 0 && <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />}
        {items.length > 1 ? `${title}: ${items.length}` : title}
      </h3>
      {items.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <ul className="divide-y divide-line-strong/30 [overflow-wrap:anywhere]">
          {shown.map(({ title: subject, text, link }) => (
            <li key={`${subject} ${text}`} className="flex items-center justify-between gap-4 py-2">
              <span className="min-w-0">
                {subject && <span className="block font-semibold">{subject}</span>}
                <span className={subject ? 'inline-block text-sm first-letter:uppercase' : undefined}>
                  {text}
                </span>
              </span>
              {link}
            </li>
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <Button tone="quiet" onPress={() => setAll(true)} className="w-fit">
          {t`Show all ${items.length}`}
        </Button>
      )}
    </section>
  )
}

const linkClass = 'inline-flex min-h-11 shrink-0 items-center font-semibold text-accent-strong underline'

type FixLinkProps = { fix: PacketFix; cycle: CeuCycle; children: string }

/** Opens what lacks the detail, with the focus in its field. */
function FixLink({ fix, cycle, children }: FixLinkProps) {
  const props = { className: linkClass, children }
  switch (fix.to) {
    case 'profile':
      return <Link to="/settings" search={{ section: 'profile' }} hash="firstName" {...props} />
    case 'credential': {
      const id = cycle.licenseId ?? cycle.certificationId ?? ''
      return <Link to="/credentials/$id/edit" params={{ id }} hash="number" {...props} />
    }
    case 'course':
      return (
        <Link
          to="/credentials/entries/new"
          search={{ cycleId: cycle.id, ...(fix.topic === undefined ? {} : { topic: fix.topic }) }}
          {...props}
        />
      )
    case 'entry':
      return (
        <Link
          to="/credentials/entries/$entryId"
          params={{ entryId: fix.entryId }}
          search={{ cycleId: cycle.id }}
          hash={fix.gap}
          {...props}
        />
      )
  }
}

import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { bodyOf } from '#shared/ceu/ceu-text.ts'
import type { CeRule } from '#shared/ceu/rule.ts'
import { evidenceFor, sourcesOf } from '#shared/ceu/rule-facts.ts'
import { msg } from '#shared/i18n/translate.ts'
import { formatPartialDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'

export function OutboundLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block py-1 font-semibold text-accent-strong underline [overflow-wrap:anywhere]"
    >
      {children}
      {/* Not on a line of its own. */}
      {'\u00a0'}
      <ExternalLink aria-hidden className="inline size-4 align-[-2px]" />
      <span className="sr-only">{` ${t`(opens a new tab)`}`}</span>
    </a>
  )
}

/** The texts of the law and the board first, then other texts, each with its date. */
export function RuleSources({ rule }: { rule: CeRule }) {
  const { locale } = useUser()
  const { official, others } = sourcesOf(rule)
  const body = bodyOf(rule, t)
  return (
    <div className="grid gap-4">
      <SourceList
        title={t`The ${body}’s own texts`}
        sources={named(official, rule, locale)}
        none={t`We did not read any text from the ${body} itself.`}
      />
      {others.length > 0 && (
        <SourceList title={t`As described by others`} sources={named(others, rule, locale)} />
      )}
    </div>
  )
}

function SourceList({ title, sources, none }: { title: string; sources: NamedSource[]; none?: string }) {
  return (
    <div>
      <h3 className="font-semibold text-base">{title}</h3>
      {sources.length === 0 && <p>{none}</p>}
      <ul className="grid gap-1">
        {sources.map(({ url, name, date }) => (
          <li key={url}>
            <OutboundLink href={url}>{name}</OutboundLink>
            {date && <span className="block text-muted">{date}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type NamedSource = { url: string; name: string; date: string | null }

const kindNames = {
  statute: msg`State law`,
  regulation: msg`State regulation`,
  association: msg`Professional association`,
  'law-firm': msg`Law firm`,
  vendor: msg`Course provider`,
  other: msg`Other site`,
} as const

/** By whose text it is and where it is: "Texas Board of Nursing · bon.texas.gov". A second one there has a number. */
function named(urls: readonly string[], rule: CeRule, locale: string | null): NamedSource[] {
  const seen = new Map<string, number>()
  return urls.map((url) => {
    const about = rule.evidence.filter((one) => one.url === url)
    const kind = about[0]?.kind ?? 'other'
    const date = about.find(({ speaksOf }) => speaksOf !== null)?.speaksOf ?? null
    const whose = kind === 'board' || kind === 'issuer' ? rule.board : t(kindNames[kind])
    const name = `${whose.replace(/^the /i, '')} · ${hostOf(url)}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return {
      url,
      name: count === 1 ? name : `${name} (${count})`,
      date: date && t`As of ${formatPartialDate(date, locale)}`,
    }
  })
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^www\./, '')

const MAX_SHOWN = 2

/** The sources of one item: the first sources about any of these parts of the rule. */
export function ItemSources({ rule, parts }: { rule: CeRule; parts: string[] }) {
  const evidence = parts.map((part) => evidenceFor(rule, part)).find((list) => list.length > 0) ?? []
  const shown = evidence.slice(0, MAX_SHOWN)
  if (shown.length === 0) return <p className="text-muted">{t`No source that we can cite.`}</p>
  return (
    <ul aria-label={t`Sources`}>
      {shown.map(({ url }) => (
        <li key={url}>
          <OutboundLink href={url}>
            {sourcesOf(rule).official.includes(url)
              ? hostOf(url)
              : t`${hostOf(url)}, not the ${bodyOf(rule, t)}`}
          </OutboundLink>
        </li>
      ))}
    </ul>
  )
}

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListChecks, Plus, QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CredentialSummary } from '#shared/credentials/credential.ts'
import { msg, plural } from '#shared/i18n/translate.ts'
import { CycleListActions, CycleListHeadline } from '#web/ceu/cycles/cycle-list-actions.tsx'
import { CycleListView } from '#web/ceu/cycles/cycle-list-view.tsx'
import { credentialSummaryQuery, credentialsKey, credentialsQuery } from '#web/credentials/api.ts'
import { HealthLink } from '#web/health/health-link.tsx'
import { t } from '#web/i18n/t.ts'
import { useToday } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, SectionLink } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia, WIDER_THAN_PHONE } from '#web/ui/use-media.ts'
import { useShortcut } from '#web/ui/use-shortcut.ts'
import { FilterForm, FilterToggle } from './credential-filter-form.tsx'
import { EmptyCredentialsView } from './empty-credentials-view.tsx'
import { SearchResultsList } from './search-results-list.tsx'
import { type CredentialSearch, filterOf, isFiltered, useRememberList } from './use-credential-filter.ts'

const route = getRouteApi('/credentials')

/** The four tabs: all, the two kinds, and continuing education, which has its own heading and content. */
export function CredentialListPage() {
  'use memo'
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: summary } = useQuery(credentialSummaryQuery)
  useRememberList(search)
  useNewDay()
  const change = (next: CredentialSearch) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false })
  const isEmpty = useEmpty(summary)
  const isPhone = !useMedia(WIDER_THAN_PHONE)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const shownTabs = isPhone ? phoneTabs : tabs
  const tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'all'
  const [isSought, setSought] = useState(false)
  useShortcut('/', () => {
    if (isEmpty) return false
    if (tab === 'ce') change({ tab: undefined })
    setFilterOpen(true)
    setSought(true)
    return true
  })
  return (
    <Page
      title={t`My Vault`}
      isDense
      eyebrow={!isPhone && t`My Vault`}
      heading={
        <span className="block max-sm:text-lg">
          {tab === 'ce' ? <CycleListHeadline /> : headline(summary)}
        </span>
      }
      actions={tab === 'ce' ? <CycleListActions /> : !isEmpty && <Actions />}
    >
      {/* On a phone the counts would push the last tab out of view. The focus ring of the field is enough. */}
      <div className="*:outline-none max-sm:[&_[role=tab]>span]:hidden">
        <Tabs
          aria-label={t`Credential types`}
          items={shownTabs.map(({ id, label }) => ({
            id,
            label: t(label),
            count: summary && countOf(id, summary),
          }))}
          selected={tab}
          onSelect={(id) => change({ tab: id === 'all' ? undefined : id })}
          className="gap-2 sm:gap-6"
          end={
            isPhone &&
            tab !== 'ce' &&
            !isEmpty && <FilterToggle isOpen={isFilterOpen} onToggle={() => setFilterOpen(!isFilterOpen)} />
          }
        >
          {tab === 'ce' && <CycleListView />}
          {tab !== 'ce' &&
            (isEmpty ? (
              <EmptyCredentialsView />
            ) : (
              <CredentialResults
                search={search}
                isFolded={isPhone && !isFilterOpen}
                onChange={change}
                isSought={isSought}
                onSought={() => setSought(false)}
              />
            ))}
          {tab === 'all' && (
            <div className={isEmpty ? 'mt-10' : '-mt-px'}>
              <HealthLink />
            </div>
          )}
        </Tabs>
      </div>
    </Page>
  )
}

function Actions() {
  'use memo'
  return (
    <>
      <ButtonLink to="/credentials/shares" className="max-sm:px-3">
        <QrCode aria-hidden className="size-5" />
        {t`Share links`}
      </ButtonLink>
      <ButtonLink to="/upload" tone="primary" className="max-md:hidden">
        <Plus aria-hidden className="size-5" />
        {t`Add a credential`}
      </ButtonLink>
    </>
  )
}

const tabs = [
  { id: 'all', label: msg`All` },
  { id: 'license', label: msg`Licenses` },
  { id: 'certification', label: msg`Certifications` },
  { id: 'ce', label: msg`CE` },
] as const

/** CE is in sight on the narrowest phone and in every language; the last tab may be cut off, and scrolls. */
const phoneTabs = [tabs[0], tabs[3], tabs[1], tabs[2]]

function countOf(tab: (typeof tabs)[number]['id'], { total, byKind }: CredentialSummary): number | undefined {
  if (tab === 'ce') return undefined
  return tab === 'all' ? total : byKind[tab]
}

/**
 * The counts may be minutes old, and the first credential may have been added on another device, so check the list too.
 */
function useEmpty(summary: CredentialSummary | undefined): boolean {
  const isCountedEmpty = summary?.total === 0 && summary.archived === 0
  const { data } = useInfiniteQuery({ ...credentialsQuery(filterOf({})), enabled: isCountedEmpty })
  return isCountedEmpty && !data?.pages.some(({ items }) => items.length > 0)
}

/** At midnight the server's counts and its order by status become outdated. */
function useNewDay(): void {
  const today = useToday()
  const queryClient = useQueryClient()
  const counted = useRef(today)
  useEffect(() => {
    if (counted.current === today) return
    counted.current = today
    void queryClient.invalidateQueries({ queryKey: credentialsKey })
  }, [today, queryClient])
}

/** The status of the vault in one sentence. */
export function headline(summary: CredentialSummary | undefined): string {
  if (!summary) return t`Your credentials`
  if (summary.total === 0)
    return summary.archived === 0 ? t`Your vault is empty.` : t`Everything here is archived.`
  const { expired, expiring_soon: soon, renewal_due: due } = summary.byStatus
  if (expired > 0 && soon > 0)
    return t`${plural(expired, { one: '# credential has', other: '# credentials have' })} expired, and ${soon} will soon.`
  if (expired > 0)
    return t`${plural(expired, { one: '# credential has', other: '# credentials have' })} expired.`
  if (soon > 0)
    return t`${plural(soon, { one: '# credential is', other: '# credentials are' })} about to expire.`
  const { dateMissing } = summary
  if (dateMissing > 0)
    return t`${plural(dateMissing, { one: '# credential has', other: '# credentials have' })} no expiration date.`
  if (due > 0) return t`All current. ${due} to renew within 60 days.`
  return summary.total === 1
    ? t`Your credential is current.`
    : t`All ${summary.total} credentials are current.`
}

type CredentialResultsProps = {
  search: CredentialSearch
  isFolded: boolean
  onChange(next: CredentialSearch): void
  isSought: boolean
  onSought(): void
}

function CredentialResults({ search, isFolded, onChange, isSought, onSought }: CredentialResultsProps) {
  'use memo'
  const { data: summary } = useQuery(credentialSummaryQuery)
  const [isSelecting, setSelecting] = useState(false)
  return (
    <div className="grid gap-3">
      <FilterForm
        search={search}
        tags={(summary?.tags ?? []).map(({ tag }) => tag)}
        {...{ isFolded, onChange, isSought, onSought, isSelecting }}
        onSelect={() => setSelecting(!isSelecting)}
      />
      <SearchResultsList
        filter={filterOf(search)}
        isSelecting={isSelecting}
        onSelected={() => setSelecting(false)}
        onClear={
          isFiltered(search) ? () => onChange({ q: undefined, status: undefined, tag: undefined }) : null
        }
      />
      <SectionLink to="/credentials/lists" icon={ListChecks} title={t`Requirement lists`}>
        {t`What a job asks for, and what you already hold`}
      </SectionLink>
    </div>
  )
}

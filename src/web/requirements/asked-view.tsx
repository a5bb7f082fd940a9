import { formatDate } from '#shared/kernel/format-date.ts'
import type { ListItem, RequirementItem } from '#shared/requirements/item.ts'
import { askedText } from '#shared/requirements/match-text.ts'
import type { RequirementRequest } from '#shared/requirements/request-link.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { keepRequest } from './list-draft.ts'
import { unchecked } from './list-text.ts'

const format = (date: string) => formatDate(date, t.locale)

/** For a signed-out visitor: the requested items, and a link to sign in. */
export function AskedView({ request, fragment }: { request: RequirementRequest; fragment: string }) {
  const keep = () => keepRequest(fragment)
  return (
    <Page
      title={t`Request`}
      heading={<span className="[overflow-wrap:anywhere]">{request.name}</span>}
      intro={<SenderText request={request} />}
      width="form"
    >
      <div className="grid grid-cols-1 gap-3">
        <p>
          <Trans>
            Sign in to see which items you hold. You decide whether to answer; nobody is notified that you
            looked.
          </Trans>
        </p>
        <ButtonLink
          to="/login"
          search={{ next: '/request' }}
          onClick={keep}
          tone="primary"
          className="w-fit"
        >{t`Sign in or create an account`}</ButtonLink>
      </div>
      <section aria-labelledby="asked-title">
        <h2 id="asked-title" className="text-lg">
          {request.items.length === 1 ? t`It asks for 1 item` : t`It asks for ${request.items.length} items`}
        </h2>
        <ul className="mt-2 divide-y divide-line border-line border-y">
          {request.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and the list never changes
            <li key={at} className="py-2 [overflow-wrap:anywhere]">
              <p className="font-semibold">{item.title}</p>
              <AskedText item={item} format={format} />
              {item.note && <p className="text-sm">{item.note}</p>}
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}

type AskedTextProps = { item: ListItem | RequirementItem; format(date: string): string }

/** What an item asks for, unless its title says it already. */
export function AskedText({ item, format: formatDay }: AskedTextProps) {
  const text = askedText(item, formatDay, t)
  return text === item.title ? null : <p className="text-muted text-sm">{text}</p>
}

/** The claimed sender, and the dates of the contract. */
export function SenderText({ request }: { request: RequirementRequest }) {
  const { from, contact, startsOn, endsOn } = request
  const contract = contractDays(startsOn && format(startsOn), endsOn && format(endsOn))
  return (
    <>
      <span className="block text-ink [overflow-wrap:anywhere]">
        {contact ? t`Claims to be from ${from} (${contact}).` : t`Claims to be from ${from}.`} {t(unchecked)}
      </span>
      {contract && <span className="block text-base">{contract}</span>}
    </>
  )
}

function contractDays(first: string | null, last: string | null): string | null {
  if (first && last) return t`Contract from ${first} to ${last}`
  if (first) return t`Contract from ${first}`
  return last && t`Contract to ${last}`
}

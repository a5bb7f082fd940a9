import { entryLabels } from '#shared/ceu/ceu-text.ts'
import { credentialDisplay } from '#shared/credentials/field-display.ts'
import { differences, type OutboxItem } from '#shared/offline/outbox.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { deviceName } from './device-name.ts'
import { discardItem, sendMineItem } from './outbox-changes.ts'

/** The same record was changed here and elsewhere: both versions side by side, and the owner chooses. */
export function ConflictView({ item }: { item: OutboxItem }) {
  const { locale } = useUser()
  const fields = differences(item)
  return (
    <div className="grid gap-3 rounded-card bg-expiring-soft p-3">
      <p>{t`It was changed on another device meanwhile. Nothing is lost: choose which version stays.`}</p>
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm">
            <th scope="col" className="py-1 pr-3 font-semibold">{t`Field`}</th>
            <th scope="col" className="py-1 pr-3 font-semibold">
              {t`On this ${deviceName()}`}
            </th>
            <th scope="col" className="py-1 font-semibold">{t`Saved`}</th>
          </tr>
        </thead>
        <tbody className="align-top">
          {fields.map(({ field, mine, saved }) => (
            <tr key={field} className="border-line border-t">
              <th scope="row" className="py-2 pr-3 font-normal text-muted">
                {labelOf(field)}
              </th>
              <td className="py-2 pr-3 [overflow-wrap:anywhere]">{valueText(mine, locale)}</td>
              <td className="py-2 [overflow-wrap:anywhere]">{valueText(saved, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.length === 0 && <p>{t`Both versions say the same.`}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" onPress={() => void sendMineItem(item.key)}>
          {t`Use the one on this ${deviceName()}`}
        </Button>
        <Button size="sm" onPress={() => void discardItem(item.key)}>{t`Keep the saved one`}</Button>
      </div>
    </div>
  )
}

function labelOf(field: string): string {
  const known = new Map<string, string>([
    ...Object.entries(entryLabels),
    ...Object.entries(credentialDisplay).map(([key, { label }]) => [key, label] as const),
  ])
  return t(known.get(field) ?? field)
}

function valueText(value: unknown, locale: string | null): string {
  if (value === null || value === undefined || value === '') return t`Empty`
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (Array.isArray(value)) {
    if (value.length === 0) return t`None`
    return value.every((each) => typeof each === 'string' && !isId(each))
      ? value.join(', ')
      : String(value.length)
  }
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text, locale)
  return isId(text) ? t`Another one` : text
}

const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)

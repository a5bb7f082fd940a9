import { useQuery } from '@tanstack/react-query'
import type { ceuCycleContract } from '#shared/ceu/contract.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import type { Choice, Difference } from '#shared/offline/outbox.ts'
import { formatDate } from '#web/format/dates.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldLabel, valueText } from './conflict-text.ts'
import { deviceName } from './offline-state.ts'

type ConflictViewProps = {
  /** Of the record. */
  path: string
  fields: Difference[]
  isPending?: boolean
  onChoose(choice: Choice): void
}

/** The same fields were changed here and elsewhere: both versions side by side, and the owner chooses. */
export function ConflictView({ path, fields, isPending = false, onChoose }: ConflictViewProps) {
  const { locale } = useUser()
  const cycleName = useCycleName(fields.some(({ field }) => field === 'counts' || field === 'cycleId'))
  const words = { cycleName, formatDate: (date: string) => formatDate(date, locale) }
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
                {fieldLabel(path, field)}
              </th>
              <td className="py-2 pr-3 [overflow-wrap:anywhere]">{valueText(path, field, mine, words)}</td>
              <td className="py-2 [overflow-wrap:anywhere]">{valueText(path, field, saved, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.length === 0 && <p>{t`Both versions say the same.`}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" tone="primary" isDisabled={isPending} onPress={() => onChoose('mine')}>
          {t`Use the one on this ${deviceName()}`}
        </Button>
        <Button
          size="sm"
          isDisabled={isPending}
          onPress={() => onChoose('saved')}
        >{t`Keep the saved one`}</Button>
      </div>
    </div>
  )
}

const ceu = client<typeof ceuCycleContract>()

/** The cycles have names only of their own; an entry knows them by their ids. */
function useCycleName(isAsked: boolean): (id: string) => string {
  const { data } = useQuery({
    queryKey: ['ceu', 'cycles', {}],
    queryFn: ({ signal }) => ceu.call('GET /api/ceu-cycles', { query: {}, signal }),
    enabled: isAsked,
  })
  return (id) => {
    const cycle = data?.items.find((each) => each.id === id)
    return cycle?.credentialTitle ? titleText(cycle.credentialTitle, t) : (cycle?.state ?? t`CE cycle`)
  }
}

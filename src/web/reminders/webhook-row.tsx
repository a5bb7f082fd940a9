import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ChannelRow } from './channel-row.tsx'
import { webhookQuery } from './settings-api.ts'
import { webhookState } from './settings-summary-text.ts'
import { useChannelSwitch } from './use-channel-switch.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Turning it on without a URL asks for one, and saving a URL turns it on. */
export function WebhookRow() {
  const { data } = useQuery(webhookQuery)
  const { isOn, change, problem } = useChannelSwitch('webhook')
  const form = useRef<HTMLDivElement>(null)
  const isSetUp = data?.url != null
  return (
    <ChannelRow
      id="reminder-webhook"
      title={t`Webhook`}
      state={webhookState(data, isOn)}
      isOn={isSetUp && isOn === true}
      onChange={(next) => {
        if (isSetUp) change(next)
        else {
          form.current?.closest('details')?.setAttribute('open', '')
          form.current?.querySelector('input')?.focus()
        }
      }}
      problem={problem}
    >
      <p className="text-muted">
        <Trans>
          For your own tools: each reminder, and each opening of a share link, is posted to your URL as signed
          JSON.
        </Trans>
      </p>
      <div ref={form}>
        <WebhookForm onSaved={() => isOn === false && change(true)} />
      </div>
    </ChannelRow>
  )
}

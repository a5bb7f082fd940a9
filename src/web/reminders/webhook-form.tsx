import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type WebhookState, webhookInput } from '#shared/reminders/channels.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { useSave } from '#web/ui/use-save.ts'
import { ChannelTestView } from './channel-test-view.tsx'
import { removeWebhook, saveWebhook, webhookQuery } from './settings-api.ts'

/** The owner's URL that receives each reminder as a signed POST. */
export function WebhookForm({ onSaved }: { onSaved?: () => void }) {
  const { data, error, refetch } = useQuery(webhookQuery)
  if (data) return <LoadedForm state={data} onSaved={onSaved} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return <Skeleton className="h-28" />
}

type LoadedFormProps = { state: WebhookState; onSaved: (() => void) | undefined }

function LoadedForm({ state, onSaved }: LoadedFormProps) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(webhookInput), defaultValues: { url: state.url ?? '' } })
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
  const { submit, problem, isSaving, saved, clear } = useSave(form, {
    stays: true,
    send: ({ url }) => saveWebhook(url),
    onSaved: ({ url }) => {
      form.reset({ url: url ?? '' })
      onSaved?.()
    },
  })
  const remove = useMutation({
    mutationFn: removeWebhook,
    onSuccess: () => {
      form.reset({ url: '' })
      clear()
      showToast({ title: t`Webhook removed` })
    },
    onSettled: refresh,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
        <Field
          control={form.control}
          name="url"
          as={TextField}
          label={t`URL`}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          description={t`It begins with https://. Saving creates a new secret; the old one stops working.`}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={isSaving}>
            {state.url ? t`Save and create a new secret` : t`Save webhook`}
          </Button>
          {state.url && (
            <Button
              tone="quiet"
              isPending={remove.isPending}
              onPress={() => remove.mutate()}
            >{t`Remove webhook`}</Button>
          )}
        </div>
      </form>
      {problem && <ProblemNote problem={problem} />}
      {remove.error && <ProblemNote problem={remove.error} />}
      {saved && (
        <CopyField
          label={t`Secret`}
          value={saved.secret}
          description={t`Shown only once. Use it to verify the signature of each message.`}
        />
      )}
      {state.url && (
        <>
          <LastSent state={state} />
          <ChannelTestView channel="webhook" />
        </>
      )}
    </div>
  )
}

function LastSent({ state: { createdAt, lastSentAt, lastError } }: { state: WebhookState }) {
  const user = useUser()
  return (
    <>
      <p className="text-muted">
        {createdAt && `${t`Set up ${formatInstant(createdAt, user)}.`} `}
        {!lastError &&
          (lastSentAt
            ? t`Last delivered ${formatInstant(lastSentAt, user)}.`
            : t`Nothing has been sent yet.`)}
      </p>
      {lastError && <p className="font-semibold text-expired">{t`The last message failed: ${lastError}`}</p>}
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { remindersKey } from './api.ts'
import { channelNames, testText } from './reminder-text.ts'
import { sendTest, type TestableChannel } from './settings-api.ts'

/** Sends a test through one channel and shows the result. */
export function ChannelTestView({ channel }: { channel: TestableChannel }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => sendTest(channel),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: remindersKey }),
  })
  const isSent = test.data?.state === 'sent'
  const ResultIcon = isSent ? CircleCheck : CircleAlert
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        tone="quiet"
        size="sm"
        className="justify-self-start"
        aria-label={t`Send me a test: ${t(channelNames[channel])}`}
        isPending={test.isPending}
        onPress={() => test.mutate()}
      >
        <Send aria-hidden className="size-4" />
        {t`Send me a test`}
      </Button>
      <div role="status">
        {test.data && (
          <p className={`flex gap-2.5 rounded-card p-4 ${isSent ? 'bg-active-soft' : 'bg-expiring-soft'}`}>
            <ResultIcon
              aria-hidden
              className={`mt-0.5 size-5 shrink-0 ${isSent ? 'text-active' : 'text-expiring'}`}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {testText(channel, test.data.state, test.data.error)}
            </span>
          </p>
        )}
      </div>
      {test.error && <ProblemNote problem={test.error} />}
    </div>
  )
}

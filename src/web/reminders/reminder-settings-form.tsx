import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { scheduledKind } from '#shared/reminders/reminder.ts'
import {
  type ReminderSettings,
  reminderSettings,
  type StoredReminderSettings,
} from '#shared/reminders/settings.ts'
import type { SectionFormProps } from '#web/account/profile-form.tsx'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { SkeletonList } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { useSave } from '#web/ui/use-save.ts'
import { saveSettings, settingsQuery } from './api.ts'
import { LongerScheduleCard } from './longer-schedule-card.tsx'
import { ReminderKindField } from './reminder-kind-field.tsx'
import { ReminderScheduleField } from './reminder-schedule-field.tsx'
import { ReminderDigestField, ReminderTimeField, type SettingsControl } from './reminder-time-field.tsx'
import { kindsSummary, messagesSummary, scheduleSummary, timeSummary } from './settings-summary-text.ts'

export function ReminderSettingsForm({ user, onDirtyChange }: SectionFormProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <LoadedForm settings={data} user={user} onDirtyChange={onDirtyChange} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return <SkeletonList sizes={['h-18', 'h-18', 'h-18', 'h-18']} className="gap-5" />
}

const fields = Object.keys(reminderSettings.shape)

function LoadedForm({ settings, user, onDirtyChange }: SectionFormProps & { settings: ReminderSettings }) {
  const form = useForm<StoredReminderSettings, unknown, ReminderSettings>({
    resolver: zodResolver(reminderSettings),
    defaultValues: settings,
  })
  const { control, reset } = form
  const queryClient = useQueryClient()
  const { isDirty } = form.formState
  const { submit, problem, isSaving, clear } = useSave(form, {
    ...{ fields, stays: true },
    // The channels have switches of their own, which save themselves.
    send: (values) => {
      const channels = queryClient.getQueryData(settingsQuery.queryKey)?.channels ?? values.channels
      return saveSettings({ ...values, channels })
    },
    queryOf: () => settingsQuery,
    onSaved: (saved) => {
      reset(saved)
      showToast({ title: t`Reminder settings saved` })
    },
  })

  // The settings were saved elsewhere, for example by the offer among the days. Edits made here are kept.
  useEffect(() => reset(settings, { keepDirtyValues: true }), [settings, reset])
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      <div className="border-line border-t">
        <Time control={control} user={user} />
        <Schedule control={control} />
        <Kinds control={control} />
        <Messages control={control} />
      </div>
      {problem && <ProblemNote problem={problem} />}
      {isDirty && (
        <SaveBar>
          <Button type="submit" tone="primary" isPending={isSaving}>{t`Save reminder settings`}</Button>
          <Button
            onPress={() => {
              clear()
              reset()
            }}
          >{t`Discard changes`}</Button>
        </SaveBar>
      )}
    </form>
  )
}

type Part = { control: SettingsControl }

function Time({ control, user }: Part & Pick<SectionFormProps, 'user'>) {
  const hour = useWatch({ control, name: 'hour' })
  return (
    <Disclosure id="reminder-time" title={t`Time of day`} summary={timeSummary(hour, user.settings)}>
      <ReminderTimeField control={control} user={user} />
    </Disclosure>
  )
}

function Schedule({ control }: Part) {
  const [leads, isWeeklyAfter] = useWatch({ control, name: ['leads', 'isWeeklyAfter'] })
  const { errors } = useFormState({ control, name: 'leads' })
  return (
    <Disclosure
      id="reminder-days"
      title={t`Days before the end`}
      summary={scheduleSummary({ leads, isWeeklyAfter })}
      isRequested={errors.leads !== undefined}
    >
      <LongerScheduleCard />
      <Field control={control} name="leads" as={ReminderScheduleField} label={t`Days before the end`} />
      <p className="text-muted text-sm">
        <Trans>
          A credential can start earlier or later: edit it and enter the number of days. A life-support card
          gets one more reminder, 30 days earlier, to book the class.
        </Trans>
      </p>
      <Field
        control={control}
        name="isWeeklyAfter"
        as={Switch}
        label={t`Weekly after the end`}
        description={t`Until you renew, dismiss or archive it.`}
      />
    </Disclosure>
  )
}

function Kinds({ control }: Part) {
  const kinds = useWatch({ control, name: 'kinds' })
  const { errors } = useFormState({ control, name: 'kinds' })
  return (
    <Disclosure
      id="reminder-kinds"
      title={t`Licenses, certifications and CE cycles`}
      summary={kindsSummary(kinds)}
      isRequested={errors.kinds !== undefined}
    >
      {scheduledKind.options.map((kind) => (
        <ReminderKindField key={kind} kind={kind} control={control} />
      ))}
    </Disclosure>
  )
}

function Messages({ control }: Part) {
  const [digest, namesHealthRecords] = useWatch({ control, name: ['digest', 'namesHealthRecords'] })
  return (
    <Disclosure
      id="reminder-messages"
      title={t`Email frequency and health records`}
      summary={messagesSummary({ digest, namesHealthRecords: namesHealthRecords === true })}
    >
      <ReminderDigestField control={control} />
      <Field
        control={control}
        name="namesHealthRecords"
        as={Switch}
        label={t`Name health records`}
        description={
          namesHealthRecords
            ? t`Messages and your calendar say which one, such as “TB test is due”.`
            : t`Messages and your calendar only say “A health record is due”.`
        }
      />
    </Disclosure>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import type { User } from '#shared/account/profile.ts'
import { watchedKind } from '#shared/reminders/reminder.ts'
import { type ReminderSettings, reminderSettings } from '#shared/reminders/settings.ts'
import { clockIn } from '#web/account/locale-options.ts'
import type { SectionFormProps } from '#web/account/profile-form.tsx'
import { fieldPropsOf, showFieldErrors } from '#web/ui/form-errors.ts'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { SaveRow } from '#web/ui/save-row.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast-queue.ts'
import { remindersKey, saveSettings, settingsQuery } from './api.ts'
import { LadderField } from './reminder-schedule-field.tsx'
import { digestOptions, hourOptions } from './reminder-settings-options.ts'
import { kindNames } from './reminder-text.ts'

export function ReminderForm({ user, onDirtyChange }: SectionFormProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <LoadedForm settings={data} user={user} onDirtyChange={onDirtyChange} />
  if (error) return <ProblemNote problem={error} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-5">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-18" />
      ))}
    </div>
  )
}

function useSettingsSave() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: saveSettings,
    onSuccess: async (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      showToast({ title: 'Reminders saved' })
      await queryClient.invalidateQueries({ queryKey: remindersKey })
    },
  })
}

const fields = Object.keys(reminderSettings.shape)

function LoadedForm({ settings, user, onDirtyChange }: SectionFormProps & { settings: ReminderSettings }) {
  const form = useForm<ReminderSettings, unknown, ReminderSettings>({
    resolver: zodResolver(reminderSettings),
    defaultValues: settings,
  })
  const { control, reset, setError } = form
  const { isDirty } = form.formState
  const save = useSettingsSave()
  const isOnFields = toProblem(save.error).errors?.some(({ path }) =>
    fields.includes(path.split('.')[0] ?? ''),
  )

  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  function submit(values: ReminderSettings) {
    save.mutate(values, {
      onSuccess: (saved) => reset(saved),
      onError: (error) => {
        showFieldErrors(toProblem(error), fields, setError)
      },
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid grid-cols-1 gap-8">
      <When control={control} user={user} />
      <div className="grid grid-cols-1 gap-4">
        <Controller
          name="leads"
          control={control}
          render={({ field, fieldState }) => (
            <LadderField
              label="How long before the end"
              value={field.value}
              onChange={field.onChange}
              errorMessage={fieldState.error?.message ?? null}
            />
          )}
        />
        <p className="text-muted text-sm">
          A credential can have a start of its own: edit it, and say how many days ahead. A life-support card
          gets one more, 30 days earlier, to book the class.
        </p>
        <Controller
          name="isWeeklyAfter"
          control={control}
          render={({ field }) => (
            <Switch
              label="Every week after the end"
              description="Until it is renewed, dismissed or archived."
              name={field.name}
              isSelected={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </div>
      {watchedKind.options.map((kind) => (
        <Kind key={kind} kind={kind} control={control} />
      ))}
      <Channels control={control} />
      {save.error && !isOnFields && <ProblemNote problem={save.error} />}
      <SaveRow
        label="Save reminders"
        isDirty={isDirty}
        isPending={save.isPending}
        onDiscard={() => {
          save.reset()
          reset()
        }}
      />
    </form>
  )
}

type Own = { control: Control<ReminderSettings, unknown, ReminderSettings> }

function When({ control, user }: Own & { user: User }) {
  const [now] = useState(() => new Date())
  const { timeZone, locale } = user.settings
  const zone = timeZone ?? 'UTC'
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        <Controller
          name="hour"
          control={control}
          render={({ field, fieldState }) => (
            <SelectField
              label="At what time"
              name={field.name}
              items={hourOptions(locale)}
              value={String(field.value)}
              onChange={(hour) => field.onChange(Number(hour))}
              onBlur={field.onBlur}
              ref={field.ref}
              errorMessage={fieldState.error?.message ?? null}
            />
          )}
        />
        <p className="text-muted text-sm">
          {`In your time zone, ${zone.replaceAll('_', ' ')}: it is ${clockIn(zone, now, locale)} there. `}
          <Link to="/settings" search={{ section: 'language' }} className="inline-block py-2.5 underline">
            Change the time zone
          </Link>
        </p>
      </div>
      <Controller
        name="digest"
        control={control}
        render={(c) => (
          <SelectField
            {...fieldPropsOf(c)}
            onChange={c.field.onChange}
            label="How mail is gathered"
            items={digestOptions}
            description="In Lanyard and on your devices each reminder comes by itself."
          />
        )}
      />
    </div>
  )
}

function Kind({ kind, control }: Own & { kind: (typeof watchedKind.options)[number] }) {
  const usual = useWatch({ control, name: 'leads' })
  const mail = useWatch({ control, name: 'channels.email' })
  return (
    <section aria-labelledby={`kind-${kind}`} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id={`kind-${kind}`} className="text-lg">
        {kindNames[kind]}
      </h3>
      <Controller
        name={`kinds.${kind}.leads`}
        control={control}
        render={({ field, fieldState }) => (
          <>
            <Switch
              label="Days of their own"
              description={field.value === null ? 'They follow the days above.' : null}
              isSelected={field.value !== null}
              onChange={(isOwn) => field.onChange(isOwn ? [...usual] : null)}
            />
            {field.value !== null && (
              <LadderField
                label={`How long before the end: ${kindNames[kind]}`}
                value={field.value}
                onChange={field.onChange}
                errorMessage={fieldState.error?.message ?? null}
              />
            )}
          </>
        )}
      />
      <Controller
        name={`kinds.${kind}.email`}
        control={control}
        render={({ field }) => (
          <Switch
            label="Email for them"
            description={mail ? null : 'Email is off for everything, below.'}
            name={field.name}
            isSelected={field.value}
            isDisabled={!mail}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </section>
  )
}

const channels = [
  { id: 'email', label: 'Email', description: 'To the address that you sign in with.' },
  {
    id: 'push',
    label: 'Notifications',
    description: 'On the devices that you turn them on for, further down.',
  },
  { id: 'webhook', label: 'Webhook', description: 'To an address of yours, if you give one further down.' },
] as const

function Channels({ control }: Own) {
  return (
    <section aria-labelledby="channels-title" className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id="channels-title" className="text-lg">
        Through which channels
      </h3>
      <p className="text-muted">In Lanyard, under the bell, always. And besides:</p>
      {channels.map(({ id, label, description }) => (
        <Controller
          key={id}
          name={`channels.${id}`}
          control={control}
          render={({ field }) => (
            <Switch
              label={label}
              description={description}
              name={field.name}
              isSelected={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      ))}
    </section>
  )
}

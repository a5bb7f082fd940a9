import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Problem } from '#shared/http/errors.ts'
import { msg } from '#shared/i18n/translate.ts'
import { passcode } from '#shared/shares/share.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useField } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'

/** What no passcode can be is answered like a wrong one: how long one must be matters only to the owner who sets it. */
const schema = z.object({
  passcode: z
    .string()
    .trim()
    .min(1, msg`Enter the passcode`)
    .refine(
      (typed) => passcode.safeParse(typed).success,
      msg`That passcode is not correct. Check it with the person who shared the link.`,
    ),
})
type Values = z.infer<typeof schema>

type PasscodeFormProps = {
  problem: Error | null
  isOpening: boolean
  onOpen: (passcode: string) => void
}

export function PasscodeForm({ problem, isOpening, onOpen }: PasscodeFormProps) {
  const [isShown, setShown] = useState(false)
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: { passcode: '' } })
  const field = useField(form.control, 'passcode')
  const isWrong = problem instanceof Problem && problem.code === 'passcode_wrong'
  const { setFocus } = form
  useEffect(() => {
    if (isWrong) setFocus('passcode')
  }, [isWrong, setFocus])
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => onOpen(values.passcode))} className="grid gap-4">
      {problem && !isWrong && <ProblemNote problem={problem} />}
      <TextField
        {...field}
        label={t`Passcode`}
        description={t`The person who sent the link should have given it to you separately.`}
        errorMessage={field.errorMessage ?? (isWrong ? problem.message : null)}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        end={
          <IconButton
            label={isShown ? t`Hide passcode` : t`Show passcode`}
            icon={isShown ? EyeOff : Eye}
            onPress={() => setShown(!isShown)}
          />
        }
      />
      <Button type="submit" tone="primary" wide isPending={isOpening}>{t`View credentials`}</Button>
    </form>
  )
}

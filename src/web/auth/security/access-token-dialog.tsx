import { type SubmitEvent, useState } from 'react'
import {
  type AccessTokenInput,
  type CreatedAccessToken,
  MAX_TOKEN_NAME,
  type TokenScope,
  tokenDays,
  tokenScopes,
} from '#shared/auth/access-token.ts'
import { AuthErrorCard } from '#web/auth/auth-error-card.tsx'
import { createAccessToken } from '#web/auth/sign-in-methods-api.ts'
import { formatInstant } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { CopyField } from '#web/ui/fields/copy-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { daysOptions, listedScopes, scopeTexts } from './access-token-text.ts'
import { useSignInMethodChange } from './use-sign-in-method-change.ts'

/** Asks for the token's scopes, then shows it once. */
export function AccessTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedAccessToken | null>(null)
  return created ? (
    <CreatedDialog created={created} onClose={onClose} />
  ) : (
    <Dialog title={t`Create a token`} size="sm" onClose={onClose}>
      <TokenForm onCreated={setCreated} />
    </Dialog>
  )
}

function TokenForm({ onCreated }: { onCreated: (created: CreatedAccessToken) => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<TokenScope[]>(['read'])
  const [days, setDays] = useState(String(tokenDays.default))
  const [isChecked, setChecked] = useState(false)
  const create = useSignInMethodChange((input: AccessTokenInput) => createAccessToken(input))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    const input = { name: name.trim(), scopes, days: Number(days) }
    if (input.name !== '' && scopes.length > 0) create.start(input, { onSuccess: onCreated })
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <TextField
        label={t`Name`}
        name="name"
        value={name}
        onChange={setName}
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
        autoFocus
        description={t`Such as the program that will use it.`}
        errorMessage={isChecked && name.trim() === '' ? t`Enter a name.` : null}
      />
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 font-semibold">{t`What it may do`}</legend>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(scopeTexts[scope].label)}
            description={t(scopeTexts[scope].description)}
            value={scopes.includes(scope)}
            onChange={(isOn) =>
              setScopes((before) =>
                tokenScopes.filter((each) => (each === scope ? isOn : before.includes(each))),
              )
            }
          />
        ))}
        {isChecked && scopes.length === 0 && (
          <p role="alert" className="font-semibold text-expired text-sm">{t`Choose at least one.`}</p>
        )}
      </fieldset>
      <SelectField
        label={t`Works for`}
        items={daysOptions.map(({ id, label }) => ({ id, label: t(label) }))}
        value={days}
        onChange={setDays}
      />
      {create.problem && <AuthErrorCard title={t`Token not created`} problem={create.problem} />}
      <p role="status" className="text-muted empty:hidden">
        {create.isCancelled && t`You canceled. Nothing was changed.`}
      </p>
      <Button type="submit" tone="primary" wide isPending={create.isPending}>{t`Create token`}</Button>
    </form>
  )
}

function CreatedDialog({ created, onClose }: { created: CreatedAccessToken; onClose: () => void }) {
  const user = useUser()
  const { name, token, scopes, expiresAt } = created
  return (
    <Dialog
      title={t`Copy your token`}
      size="sm"
      onClose={onClose}
      footer={<Button tone="primary" onPress={onClose}>{t`Done`}</Button>}
    >
      <div className="grid grid-cols-1 gap-4">
        <p>
          {t`“${name}” may ${listedScopes(scopes)} until ${formatInstant(expiresAt, user)}. Keep it as safe as a password: anyone who has it can use it.`}
        </p>
        <CopyField label={t`Token`} value={token} description={t`It is shown only now.`} />
      </div>
    </Dialog>
  )
}

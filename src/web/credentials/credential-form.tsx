import { useQuery } from '@tanstack/react-query'
import { Award, IdCard } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Credential, Kind } from '#shared/credentials/credential.ts'
import { msg } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'
import type { DocumentReading } from '#web/reading/use-document-reading.ts'
import { credentialSummaryQuery, latestLicenseQuery } from './api.ts'
import { CertificationForm } from './certification-form.tsx'
import { LicenseForm } from './license-form.tsx'
import type { SaveProps } from './use-credential-save.ts'

type FormProps = SaveProps & {
  kind?: Kind | undefined
  initial?: Credential | undefined
  /** What a link to a new credential already says. */
  asked?: { type?: string | undefined; state?: string | undefined; code?: string | undefined }
  /** The owner chose to type a new one: its first empty field takes the focus. */
  isTyped?: boolean
  /** An expiration date to fill in when editing. */
  newDate?: string | undefined
  /** The values read from the file. */
  read?: DocumentReading | undefined
}

/** The form of a credential of the given kind, or with a choice of the kind. */
export function CredentialForm({ initial, newDate, ...props }: FormProps) {
  const { kind, asked: _asked, isTyped: _typed, ...save } = props
  if (initial?.kind === 'license') return <LicenseForm initial={initial} newDate={newDate} {...save} />
  if (initial?.kind === 'certification')
    return <CertificationForm initial={initial} newDate={newDate} {...save} />
  return <NewCredentialForm {...props} />
}

type NewFormProps = Omit<FormProps, 'initial' | 'newDate'>

/** Starts with the kind that the vault lacks and with the usual license type, until the owner begins. */
function NewCredentialForm({ kind: given, asked = {}, isTyped = false, ...save }: NewFormProps) {
  const { data: summary } = useQuery(credentialSummaryQuery)
  const found = useQuery(latestLicenseQuery)
  const latest = found.data?.items[0]
  const isLicenseNext = !summary || summary.byKind.license === 0 || summary.byKind.certification > 0
  const read = kindRead(save.read)
  const suggested = {
    kind: given ?? read ?? (isLicenseNext ? 'license' : 'certification'),
    type: asked.type ?? (latest?.kind === 'license' ? latest.type : undefined),
  } as const
  const [opened, setOpened] = useState<Kind[]>([])
  const [begun, setBegun] = useState<{ kind: Kind; type: string | undefined } | null>(null)
  const { kind, type } = begun ?? suggested
  const choose = (next: Kind) => {
    setBegun({ kind: next, type })
    setOpened([...new Set([...opened, kind, next])])
  }
  const forms = useRef<HTMLDivElement>(null)
  // Not before the usual type is known, which fills in the first field.
  const isReady = isTyped && found.isFetched
  useEffect(() => {
    if (!isReady) return
    const fields = forms.current?.querySelectorAll<HTMLInputElement>('input[role=combobox]') ?? []
    for (const field of fields) if (field.value === '') return field.focus()
  }, [isReady])
  return (
    <div
      ref={forms}
      className="grid gap-5"
      onFocusCapture={() => setBegun((before) => before ?? { kind, type })}
    >
      <KindChoice kind={kind} onChange={choose} />
      {/* The hidden form keeps its typed values. */}
      {kinds
        .filter(({ id }) => id === kind || opened.includes(id))
        .map(({ id }) => (
          <div key={id} hidden={id !== kind}>
            {id === 'license' ? (
              // If the type is known only after the first render, the new key resets the form.
              <LicenseForm
                key={type}
                {...save}
                usualType={type}
                usualState={asked.state}
                isAside={id !== kind}
              />
            ) : (
              <CertificationForm {...save} usualCode={asked.code} isAside={id !== kind} />
            )}
          </div>
        ))}
    </div>
  )
}

/**
 * The kind of the document, once it is certain. A form without a chosen kind that nobody has begun changes to that
 * kind.
 */
function kindRead(read: DocumentReading | undefined): Kind | null {
  const found = read?.reading.document?.suggestions.find(({ field }) => field === 'kind')
  if (found?.confidence !== 'confident') return null
  return found.value === 'license' || found.value === 'certification' ? found.value : null
}

const kinds = [
  { id: 'license', label: msg`License`, hint: msg`From a state board, such as RN or LPN`, icon: IdCard },
  {
    id: 'certification',
    label: msg`Certification`,
    hint: msg`A card or certificate, such as BLS or CCRN`,
    icon: Award,
  },
] as const

/** The native radio buttons are an invisible overlay on their cards. */
function KindChoice({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }) {
  const group = useId()
  return (
    <div role="radiogroup" aria-label={t`Credential type`} className="grid grid-cols-2 gap-2 sm:gap-3">
      {kinds.map(({ id, label, hint, icon: Icon }) => (
        <label
          key={id}
          className="relative flex min-h-12 cursor-pointer items-center gap-2 rounded-card border-2 border-line bg-surface px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 sm:gap-3 sm:px-4 sm:py-3"
        >
          <input
            type="radio"
            name={group}
            value={id}
            checked={id === kind}
            onChange={() => onChange(id)}
            className="absolute inset-0 size-full cursor-[inherit] opacity-0"
          />
          <Icon aria-hidden className="size-5 shrink-0 text-accent max-[359px]:hidden sm:size-6" />
          <span className="min-w-0">
            <span className="block font-semibold">{t(label)}</span>
            <span className="block text-muted text-sm max-sm:sr-only">{t(hint)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

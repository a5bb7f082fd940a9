import { Award, IdCard } from 'lucide-react'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import type { Credential, Kind } from '#shared/credentials/credential.ts'
import { CertificationForm } from './certification-form.tsx'
import { LicenseForm } from './license-form.tsx'
import type { SaveProps } from './use-credential-save.ts'

type FormProps = SaveProps & { kind?: Kind | undefined; initial?: Credential | undefined }

/** The form of a credential: of the given kind, or first the question which kind it is. */
export function CredentialForm({ kind: given, initial, ...save }: FormProps) {
  const [chosen, setKind] = useState<Kind>(given ?? 'license')
  const [opened, setOpened] = useState<Kind[]>([chosen])
  if (initial?.kind === 'license') return <LicenseForm initial={initial} {...save} />
  if (initial?.kind === 'certification') return <CertificationForm initial={initial} {...save} />
  const choose = (kind: Kind) => {
    setKind(kind)
    setOpened([...new Set([...opened, kind])])
  }
  return (
    <div className="grid gap-6">
      <KindChoice kind={chosen} onChange={choose} />
      {/* The hidden form keeps what was typed into it. */}
      {opened.map((kind) => (
        <div key={kind} hidden={kind !== chosen}>
          {kind === 'license' ? (
            <LicenseForm {...save} isAside={kind !== chosen} />
          ) : (
            <CertificationForm {...save} isAside={kind !== chosen} />
          )}
        </div>
      ))}
    </div>
  )
}

const kinds = [
  { id: 'license', label: 'License', hint: 'From a state board, such as RN or LPN', icon: IdCard },
  {
    id: 'certification',
    label: 'Certification',
    hint: 'A card or certificate, such as BLS or CCRN',
    icon: Award,
  },
] as const

function KindChoice({ kind, onChange }: { kind: Kind; onChange(kind: Kind): void }) {
  return (
    <RadioGroup
      aria-label="Credential type"
      value={kind}
      onChange={(value) => onChange(value === 'license' ? 'license' : 'certification')}
      className="grid gap-3 sm:grid-cols-2"
    >
      {kinds.map(({ id, label, hint, icon: Icon }) => (
        <Radio
          key={id}
          value={id}
          className="flex min-h-16 cursor-pointer items-center gap-3 rounded-card border-2 border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong selected:border-accent selected:bg-accent-soft"
        >
          <Icon aria-hidden className="size-6 shrink-0 text-accent" />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-muted text-sm">{hint}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

import { ChevronLeft, ChevronRight, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { statusText } from '#web/credentials/status-badge.tsx'
import { useZoom } from '#web/files/capture/use-zoom.ts'
import { t } from '#web/i18n/t.ts'
import { useDateContext } from '#web/session/session.ts'
import { Icon, type IconLike, PlainButton } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/dialog.tsx'
import { ShowCardStage } from './show-card-stage.tsx'
import { type CardSide, useCardSides } from './use-card-sides.ts'
import { useWakeLock } from './use-wake-lock.ts'

type ShowCardDialogProps = { credential: Credential; onClose(): void }

/** The documents of a credential in full screen, to show the phone to someone. White on black in both palettes. */
export function ShowCardDialog({ credential, onClose }: ShowCardDialogProps) {
  return (
    <ModalDialog
      aria-label={shortTitle(credential)}
      onClose={onClose}
      className="fade m-0 h-dvh max-h-none w-dvw max-w-none flex-col bg-[#000] pb-[env(safe-area-inset-bottom)] text-[#fff] outline-none open:flex"
    >
      <ShowCardView credential={credential} onClose={onClose} />
    </ModalDialog>
  )
}

type ShowCardViewProps = { credential: Credential; onClose(): void }

/** One side of the card at a time, with its status above and the controls below. */
function ShowCardView({ credential, onClose }: ShowCardViewProps) {
  const { sides, isPending } = useCardSides(credential.fileIds)
  const [at, setAt] = useState(0)
  const [turns, setTurns] = useState(0)
  const frame = useRef<HTMLElement>(null)
  const { zoom, isLargest, enlarge, reduce, reset, toggle } = useZoom(frame)
  const side = sides[at]
  const show = (next: number) => {
    setAt(next)
    setTurns(0)
    reset()
  }
  return (
    <>
      <Heading credential={credential} onClose={onClose} />
      <section
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
        tabIndex={0}
        aria-label={t`Card`}
        onDoubleClick={toggle}
        className="min-h-0 flex-1 touch-pan-x touch-pan-y overflow-auto outline-[#fff] focus-visible:-outline-offset-2"
      >
        <ShowCardStage side={side} isPending={isPending} zoom={zoom} turns={turns} />
      </section>
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-1 px-2 py-2">
        {sides.length > 1 && <SideSwitch sides={sides} at={at} onShow={show} />}
        <div role="toolbar" aria-label={t`View`} className="flex gap-2">
          <StageButton label={t`Zoom out`} icon={ZoomOut} onPress={reduce} isDisabled={zoom === 1} />
          <StageButton label={t`Zoom in`} icon={ZoomIn} onPress={enlarge} isDisabled={isLargest} />
          <StageButton label={t`Rotate`} icon={RotateCw} onPress={() => setTurns((turns + 1) % 4)} />
        </div>
      </div>
    </>
  )
}

function Heading({ credential, onClose }: ShowCardViewProps) {
  const { today, locale } = useDateContext()
  const isAwake = useWakeLock()
  const look = lookOf(credential, today)
  return (
    <div className="flex items-start gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-lg">{shortTitle(credential)}</p>
        <p>
          {statusText(look)}
          {look !== 'date_missing' && ` · ${expiryText(credential, today, locale)}`}
        </p>
        {isAwake && <p className="text-[#c9d3d6] text-sm">{t`The screen stays on.`}</p>}
      </div>
      <StageButton label={t`Close`} icon={X} onPress={onClose} />
    </div>
  )
}

type SideSwitchProps = { sides: CardSide[]; at: number; onShow(at: number): void }

/** Front and back as two buttons, or more sides one after the other. */
function SideSwitch({ sides, at, onShow }: SideSwitchProps) {
  if (sides.length === 2)
    return (
      <fieldset aria-label={t`Side`} className="flex gap-2">
        {sides.map(({ key, label }, index) => (
          <PlainButton
            key={key}
            aria-pressed={index === at}
            onPress={() => onShow(index)}
            className="h-12 min-w-20 cursor-pointer rounded-control border border-[#fff] px-4 font-semibold outline-[#fff] aria-pressed:bg-[#fff] aria-pressed:text-[#000]"
          >
            {label}
          </PlainButton>
        ))}
      </fieldset>
    )
  return (
    <fieldset aria-label={t`Side`} className="flex items-center gap-1">
      <StageButton
        label={t`Previous`}
        icon={ChevronLeft}
        onPress={() => onShow(at - 1)}
        isDisabled={at === 0}
      />
      <span role="status" className="min-w-16 text-center tabular-nums">
        {sides[at]?.label}
      </span>
      <StageButton
        label={t`Next`}
        icon={ChevronRight}
        onPress={() => onShow(at + 1)}
        isDisabled={at === sides.length - 1}
      />
    </fieldset>
  )
}

type StageButtonProps = { label: string; icon: IconLike; onPress(): void; isDisabled?: boolean }

function StageButton({ label, icon, ...button }: StageButtonProps) {
  return (
    <PlainButton
      {...button}
      aria-label={label}
      className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-control outline-[#fff] hover:bg-[#262626] disabled:cursor-default disabled:text-[#8a8a8a]"
    >
      <Icon icon={icon} className="size-6" />
    </PlainButton>
  )
}

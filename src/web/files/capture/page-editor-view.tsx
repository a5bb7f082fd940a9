import { RotateCw, Undo2 } from 'lucide-react'
import { isWholePage, wholePage } from '#shared/files/perspective.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CropField } from './crop-field.tsx'
import type { Adjustment } from './page-drawing.ts'

type PageEditorProps = Adjustment & {
  canvas: HTMLCanvasElement
  onChange(next: Partial<Adjustment>): void
}

/** One picture: cropped to the corners of the card, and turned. */
export function PageEditor({ canvas, corners, turns, onChange }: PageEditorProps) {
  return (
    <div className="grid grid-cols-1 gap-4 pt-2">
      <CropField
        page={canvas}
        turns={turns}
        corners={corners}
        onChange={(next) => onChange({ corners: next })}
      />
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => onChange({ turns: (turns + 1) % 4 })}>
          <RotateCw aria-hidden className="size-4" />
          {t`Rotate`}
        </Button>
        <Button
          tone="quiet"
          isDisabled={isWholePage(corners) && turns === 0}
          onPress={() => onChange({ corners: wholePage, turns: 0 })}
        >
          <Undo2 aria-hidden className="size-4" />
          {t`Reset`}
        </Button>
      </div>
    </div>
  )
}

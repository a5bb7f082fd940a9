import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from './button-class.ts'

type Load<P> = () => Promise<ComponentType<P>>

/**
 * A part that loads when it is first shown. If its file cannot be loaded, for example offline or after an update, a
 * notice takes its place. The rest of the screen, such as a form, is not affected.
 */
export function lazyPart<P extends object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: (props: P) => <MissingPart load={load} props={props} /> }
    }
  })
}

function MissingPart<P extends object>({ load, props }: { load: Load<P>; props: P }) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<P> } | null>(null)
  if (loaded) return <loaded.Part {...props} />
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-card bg-expiring-soft p-3">
      <p>{t`This part could not be loaded. Check your connection and try again. If Lanyard was updated, save what you typed and reload the page.`}</p>
      <button
        type="button"
        className={buttonClass({ size: 'sm' })}
        onClick={() =>
          void load().then(
            (Part) => setLoaded({ Part }),
            () => {},
          )
        }
      >{t`Try again`}</button>
    </div>
  )
}

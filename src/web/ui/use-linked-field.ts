import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A link with the name of a field as its hash opens a form with the focus in that field. `certificate` is the button that
 * chooses its files.
 */
export function useLinkedField(): void {
  const name = useRouterState({ select: ({ location }) => location.hash })
  useEffect(() => {
    if (!/^[A-Za-z]+$/.test(name)) return
    // After the focus that a new page takes by itself.
    const timer = setTimeout(() => {
      const field =
        name === 'certificate'
          ? document.querySelector('main input[type=file][multiple]')?.previousElementSibling
          : document.querySelector(`main form [name="${name}"]`)
      if (!(field instanceof HTMLElement)) return
      const details = field.closest('details')
      if (details) details.open = true
      field.focus()
    })
    return () => clearTimeout(timer)
  }, [name])
}

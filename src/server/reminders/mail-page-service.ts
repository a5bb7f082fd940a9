import { createHash } from 'node:crypto'
import type { Translate } from '#shared/i18n/translate.ts'
import { escapeHtml } from '#shared/kernel/text.ts'

const style = `:root{color-scheme:light dark}
body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;overflow-wrap:anywhere}
button{font:inherit;font-weight:700;padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:#0e7c74;color:#fff;cursor:pointer}
button.quiet{background:none;color:inherit;border:1px solid;margin-top:1rem}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type Form = { label: string; action?: string; isQuiet?: boolean }

/** A page behind a link in a mail, for somebody who is not signed in: plain texts, and buttons that post. */
export function mailPage(
  { heading, paragraphs, forms = [] }: { heading: string; paragraphs: string[]; forms?: Form[] },
  { language }: Translate,
): string {
  const title = escapeHtml(heading)
  const texts = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
  const buttons = forms.map(({ label, action, isQuiet }) => {
    const to = action === undefined ? '' : ` action="${escapeHtml(action)}"`
    return `<form method="post"${to}><button${isQuiet ? ' class="quiet"' : ''}>${escapeHtml(label)}</button></form>`
  })
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><p>Lanyard</p><h1>${title}</h1>${texts}${buttons.join('')}</main></body>
</html>
`
}

export const mailPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  // Not `no-referrer`: with it browsers send `Origin: null` for the form, which is refused as another site's.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

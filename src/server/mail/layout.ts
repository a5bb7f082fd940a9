import { msg, type Translate } from '#shared/i18n/translate.ts'
import { escapeHtml } from '#shared/kernel/text.ts'

/**
 * The parts of a message in reading order. The text and the HTML of the message are both built from these parts, so
 * they say the same.
 */
export type Letter = {
  heading: string
  /** As the owner typed it; may be empty. */
  name: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Shown after the action: how long the link works. */
  lifetime?: string
  /** What to do if it was not you, and the link that does it. */
  notYou: string
  notYouLink?: { label: string; url: string }
}

const sender = msg`Sent by Lanyard, the vault for your licenses, certifications and CE hours.`

export function layOut(letter: Letter, t: Translate): { text: string; html: string } {
  return { text: plain(letter, t), html: page(letter, t) }
}

function plain(letter: Letter, t: Translate): string {
  const { heading, name, paragraphs, action, lifetime, notYou, notYouLink } = letter
  const link = action ? [`${action.label}:\n${action.url}`] : []
  const life = lifetime ? [lifetime] : []
  const last = notYouLink ? `${notYou}\n${notYouLink.url}` : notYou
  return `${[heading, greeting(name, t), ...paragraphs, ...link, ...life, last, `--\n${t(sender)}`].join('\n\n')}\n`
}

// Anyone can register a stranger's address, so a name that mail programs would turn into a link is left out.
const linkLike = /:\/\/|\bwww[.。．｡]|[.。．｡]([a-z]{2,}|[A-Z]{2,})\b/

/** A typed text for a mail to somebody else, in one line; empty if a mail program would make a link of it. */
export function plainLine(typed: string): string {
  const line = [...typed.replace(/\s+/g, ' ').trim()].slice(0, 100).join('')
  return linkLike.test(line) ? '' : line
}

function greeting(name: string, t: Translate): string {
  const line = plainLine(name)
  return line === '' ? t`Hello,` : t`Hello ${line},`
}

const font =
  "font-family:'Atkinson Hyperlegible Next','Segoe UI',Seravek,'Gill Sans Nova',Ubuntu,Calibri,'Helvetica Neue',Arial,sans-serif"

// For mail programs that support dark mode; the others show the inline colors.
const dark: Record<string, string> = {
  paper: 'background-color:#0d141b',
  card: 'background-color:#16202a;border-color:#2a3947',
  strap: 'background-color:#2f9e94;border-color:#24847b',
  clip: 'background-color:#3a4b5a;border-color:#516474',
  slot: 'background-color:#0d141b;border-color:#2a3947',
  brand: 'color:#6fd3c7',
  ink: 'color:#eaf0f3',
  soft: 'color:#a9b8c3',
  rule: 'border-color:#2a3947',
  button: 'background-color:#6fd3c7',
  press: 'color:#06241f;border-color:#6fd3c7',
  link: 'color:#6fd3c7',
}

const styles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
@media (max-width:480px){.card{padding-left:24px !important;padding-right:24px !important}.press{padding-left:20px !important;padding-right:20px !important}}
@media (prefers-color-scheme:dark){${Object.entries(dark)
  .map(([name, rules]) => `.${name}{${rules.replace(/(;|$)/g, ' !important$1')}}`)
  .join('')}}`

/** Tables and inline styles, because mail programs support little else; no images, so reading it fetches nothing. */
function page(letter: Letter, t: Translate): string {
  const heading = escapeHtml(letter.heading)
  return `<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${heading}</title>
<style>${styles}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#fbf8f3">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbf8f3">
<tr><td align="center" style="padding:0 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td align="center">${strap}</td></tr>
<tr><td class="card" style="background-color:#ffffff;border:1px solid #e6dfd3;border-radius:20px;padding:0 40px 36px">
${slot}
${body(letter, heading, t)}
</td></tr>
<tr><td class="soft" align="center" style="${font};font-size:13px;line-height:20px;color:#5b6670;padding:24px 8px 48px">${t(sender)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function box(name: string, width: number, height: number, style: string): string {
  return `<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td class="${name}" width="${width}" height="${height}" style="width:${width}px;height:${height}px;line-height:1px;font-size:1px;${style}">&nbsp;</td></tr></table>`
}

/** The message looks like a badge: a strap from above, a clip, and below it the card with its slot. */
const strap = `${box('strap', 14, 44, 'background-color:#0e7c74;border:solid #0a655f;border-width:0 2px')}
${box('clip', 24, 12, 'background-color:#d8d3c8;border:1px solid #b9b2a3;border-radius:4px')}`

const slot = `${box('clip', 8, 14, 'background-color:#d8d3c8;border:solid #b9b2a3;border-width:0 1px')}
${box('slot', 52, 8, 'background-color:#fbf8f3;border:1px solid #d5ccbc;border-radius:6px')}`

function body(letter: Letter, heading: string, t: Translate): string {
  const { name, paragraphs, action, lifetime, notYou, notYouLink } = letter
  const paragraph = (text: string) =>
    `<p class="ink" style="${font};font-size:17px;line-height:26px;color:#15212b;margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`
  return [
    `<p class="brand" style="${font};font-size:13px;line-height:20px;font-weight:700;letter-spacing:1px;color:#0a655f;margin:22px 0 6px">Lanyard</p>`,
    `<h1 class="ink" style="${font};font-size:22px;line-height:30px;font-weight:700;color:#15212b;margin:0 0 18px;overflow-wrap:anywhere">${heading}</h1>`,
    ...[greeting(name, t), ...paragraphs].map(paragraph),
    ...(action ? [button(action, t)] : []),
    ...(lifetime
      ? [
          `<p class="soft" style="${font};font-size:15px;line-height:23px;color:#5b6670;margin:0 0 20px">${escapeHtml(lifetime)}</p>`,
        ]
      : []),
    `<p class="soft rule" style="${font};font-size:15px;line-height:23px;color:#5b6670;margin:24px 0 0;padding:20px 0 0;border-top:1px solid #e6dfd3;overflow-wrap:anywhere">${escapeHtml(notYou)}${notYouLink ? ` ${link(notYouLink)}` : ''}</p>`,
  ].join('\n')
}

function button({ label, url }: { label: string; url: string }, t: Translate): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 20px"><tr><td class="button" align="center" bgcolor="#0e7c74" style="background-color:#0e7c74;border-radius:12px"><a class="press" href="${href}" style="${font};display:inline-block;padding:13px 26px;border:1px solid #0e7c74;border-radius:12px;font-size:17px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="soft" style="${font};font-size:13px;line-height:20px;color:#5b6670;margin:0 0 16px">${t`If the button does not work, copy this link into your browser:`}<br><a class="link" href="${href}" style="color:#0a655f;word-break:break-all">${href}</a></p>`
}

function link({ label, url }: { label: string; url: string }): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:#0a655f">${escapeHtml(label)}</a>`
}

import { randomBytes } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from './route.ts'

/** The page loads only files from this origin. Its program writes style rules, which the nonce allows. */
const policyWith = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-report',
  ].join('; ')

const pageWith = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Lanyard API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/api-docs/page.css">
<script type="module" src="/api-docs/page.js"></script>
</head>
<body>
<header>
<a href="/settings?section=security#access-tokens">Lanyard</a>
<a href="/api/openapi.json">OpenAPI document</a>
</header>
<main id="api"><p>Loading the description of the API…</p></main>
<noscript><p>This page needs JavaScript. Everything that it shows is in the <a href="/api/openapi.json">OpenAPI
document</a>.</p></noscript>
</body>
</html>
`

/**
 * Serves a page at `path` that shows the OpenAPI document. The build puts the page's program into `api-docs` of the web
 * client.
 */
export function serveApiDocs(app: OpenAPIHono<AppEnv>, path: string): void {
  app.get(path, (c) => {
    const nonce = randomBytes(16).toString('base64')
    return c.body(pageWith(nonce), 200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyWith(nonce),
      'Cache-Control': 'no-store',
    })
  })
}

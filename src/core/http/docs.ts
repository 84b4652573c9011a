import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor – API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="ui"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const start = (specification: string) =>
  `SwaggerUIBundle({ url: ${JSON.stringify(specification)}, dom_id: '#ui', deepLinking: true, validatorUrl: null })\n`

const assets = { 'swagger-ui.css': 'text/css; charset=utf-8', 'swagger-ui-bundle.js': 'text/javascript; charset=utf-8' }

/** The API's reference at `/docs`: everything comes from this server, under a strict Content-Security-Policy. */
export function mountDocs(app: FastifyInstance, specification: string) {
  const require = createRequire(import.meta.url)
  const send = (path: string, type: string, read: () => string | Promise<Buffer>) =>
    app.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .send(await read()),
    )
  send('/docs', 'text/html; charset=utf-8', () => page)
  send('/docs/start.js', 'text/javascript; charset=utf-8', () => start(specification))
  for (const [name, type] of Object.entries(assets))
    send(`/docs/${name}`, type, () => readFile(require.resolve(`swagger-ui-dist/${name}`)))
}

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { mountPage } from './page.ts'

/** The API's reference at `/docs/reference`, of the OpenAPI document at `specification`. */
export function mountDocs(app: FastifyInstance, specification: string) {
  const require = createRequire(import.meta.url)
  const shipped = (name: string) => () => readFile(require.resolve(`swagger-ui-dist/${name}`))
  const options = { url: specification, dom_id: '#ui', deepLinking: true, validatorUrl: null }
  const send = mountPage(app, {
    path: '/docs/reference',
    title: 'Kontor – API',
    // Swagger UI writes style attributes into its markup.
    policy: ["script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:", "connect-src 'self'"],
    body: '<div id="ui"></div>',
    files: {
      'swagger-ui.css': { type: 'css', read: shipped('swagger-ui.css') },
      'swagger-ui-bundle.js': { type: 'js', read: shipped('swagger-ui-bundle.js') },
      'start.js': { type: 'js', read: () => `SwaggerUIBundle(${JSON.stringify(options)})\n` },
    },
  })
  app.get('/docs/reference', async (_request, reply) => send(reply))
}

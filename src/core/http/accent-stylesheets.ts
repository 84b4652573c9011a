import type { FastifyInstance } from 'fastify'
import { adaptAccentColor } from '#core/runtime/design-tokens'

/** The style sheet for an organization's colour, `#rrggbb`. */
export const accentStylesheetPath = (color: string) => `/assets/accent/${color.slice(1).toLowerCase()}.css`

/** Serves an organization's colour as accent, made readable in light and dark mode. */
export function mountAccentStylesheets(app: FastifyInstance) {
  app.get<{ Params: { color: string } }>(
    '/assets/accent/:color(^[0-9a-f]{6}).css',
    { config: { isUncounted: true } },
    async (request, reply) => {
      const { light, dark } = adaptAccentColor(`#${request.params.color}`)
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(
          `@layer page{:root{--accent:light-dark(${light},${dark});--accent-deep:color-mix(in srgb,var(--accent) 80%,var(--ink));--accent-soft:var(--ground)}}`,
        )
    },
  )
}

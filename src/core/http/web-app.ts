import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#core/errors/problem'
import { projectRoot } from '#core/runtime/project-root'
import { preferredLanguage } from '#core/text/language'

/** Output folder of the build. */
const built = join(projectRoot, 'dist', 'web')

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Precompressed variants, smallest first. */
const encodings = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const

/** File names of the build, which contain a content hash. */
const isName = (name: string) => /^[\w-]+(\.[\w-]+)+$/.test(name) && extname(name) in types

/**
 * Mounts the app at `/app`: immutable files, and one page for all paths. `storage` is the origin of signed addresses if it is
 * not the service's own; images are loaded from there.
 */
export function mountWebApp(app: FastifyInstance, storage = '') {
  const config = { isUncounted: true }
  const files = new Map<string, Buffer>()
  /** Missing names are not cached, as there is no limit to them. */
  const read = async (name: string) => {
    const file = files.get(name) ?? (await readFile(join(built, name)).catch(() => null))
    if (file) files.set(name, file)
    return file
  }
  app.get<{ Params: { name: string } }>('/app/assets/:name', { config }, async (request, reply) => {
    const { name } = request.params
    if (!isName(name)) throw notFound()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    for (const [encoding, ending] of encodings) {
      const bytes = accepted.includes(encoding) ? await read(`assets/${name}.${ending}`) : null
      if (bytes) return sendFile(reply.header('content-encoding', encoding), name, bytes)
    }
    const bytes = await read(`assets/${name}`)
    if (!bytes) throw notFound()
    return sendFile(reply, name, bytes)
  })
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await read('index.html')
    if (!page) throw notFound()
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .header('content-security-policy', policyWith(nonce, storage))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .type('text/html; charset=utf-8')
      .send(
        page
          .toString()
          .replace('<html lang="de">', `<html ${chosenBy(request)}>`)
          .replaceAll('__NONCE__', nonce),
      )
  }
  app.get('/', { config }, (_request, reply) => reply.redirect('/app'))
  app.get('/app', { config }, show)
  app.get('/app/*', { config }, show)
}

const sendFile = (reply: FastifyReply, name: string, bytes: Buffer) =>
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .type(types[extname(name)] ?? '')
    .send(bytes)

/** The language and theme from cookies or Accept-Language, so that the page does not flash. */
function chosenBy({ headers }: FastifyRequest): string {
  const chosen = (name: string, values: string) =>
    new RegExp(`(?:^|;\\s*)${name}=(${values})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  const language = chosen('kontor_language', 'de|en') ?? preferredLanguage(headers['accept-language']) ?? 'de'
  const theme = chosen('kontor_theme', 'light|dark')
  return `lang="${language}"${theme ? ` data-theme="${theme}"` : ''}`
}

/** Components insert `<style>` elements, which the nonce allows. */
const policyWith = (nonce: string, storage: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    `img-src 'self' data: ${storage}`.trim(),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { root } from '#core/runtime/root'
import type { Language } from '#core/text/language'

/** What a reader sees. */
export interface Shown {
  title: string
  body: string
  /** English unless said. */
  language?: Language
}

/** A page of ours for people, with the files it is made of: all from this server, each read when it is first asked for. */
export interface Page extends Shown {
  /** Where its files lie; each is named in `files`. */
  path: string
  /** What a browser may do for it, as Content-Security-Policy directives beside those that hold for every page, or in their place. */
  policy: readonly string[]
  files: Readonly<Record<string, { type: 'css' | 'js'; read: () => string | Promise<string | Buffer> }>>
}

/** Files of `assets` that pages load, each served under its own name. */
export const pageFiles = (...places: `${string}/${string}.${'css' | 'js'}`[]): Page['files'] =>
  Object.fromEntries(
    places.map((place) => [
      basename(place),
      { type: place.endsWith('.js') ? 'js' : 'css', read: () => readFile(join(root, 'assets', place)) },
    ]),
  )

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

const always = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/** Mounts the files of a page, and answers what sends the page itself, or another one made of the same files. */
export function mountPage(app: FastifyInstance, { path, policy, files, ...page }: Page) {
  const kept = new WeakMap<Shown, Buffer>()
  const write = ({ title, body, language = 'en' }: Shown) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
${named(files, 'css', (name) => `<link rel="stylesheet" href="${path}/${name}">`)}
</head>
<body>
${body}
${named(files, 'js', (name) => `<script src="${path}/${name}"></script>`)}
</body>
</html>
`
  const nameOf = (directive: string) => directive.split(' ')[0]
  const others = always.filter((each) => !policy.some((own) => nameOf(own) === nameOf(each)))
  const guard = (reply: FastifyReply) =>
    reply.header('content-security-policy', [...others, ...policy].join('; ')).header('referrer-policy', 'no-referrer')
  for (const [name, { type, read }] of Object.entries(files)) {
    let bytes: Buffer | undefined
    app.get(`${path}/${name}`, async (_request, reply) => {
      bytes ??= Buffer.from(await read())
      return guard(reply).type(types[type]).send(bytes)
    })
  }
  return (reply: FastifyReply, shown: Shown = page) => {
    const bytes = kept.get(shown) ?? Buffer.from(write(shown))
    kept.set(shown, bytes)
    return guard(reply).type('text/html; charset=utf-8').send(bytes)
  }
}

const named = (files: Page['files'], type: 'css' | 'js', tag: (name: string) => string) =>
  Object.entries(files)
    .filter(([, file]) => file.type === type)
    .map(([name]) => tag(name))
    .join('\n')

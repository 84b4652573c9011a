import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#core/text/language'
import { type Asset, designAssets, loadAsset, mountAssets } from './assets.ts'

export interface PageContent {
  title: string
  body: string
  /** English by default. */
  language?: Language
  /** Additional style sheets, such as an accent colour. */
  styles?: readonly string[]
}

/** An HTML page with its files, all from this server. */
export interface HtmlPage extends PageContent {
  /** Content-Security-Policy directives, added to the common ones or replacing them. */
  policy: readonly string[]
  files: readonly PageFile[]
}

/** A style sheet or script of a page. */
export interface PageFile {
  address: string
  type: 'css' | 'js'
  /** A file of the shared design; otherwise `read` loads it on first request. */
  asset?: Asset
  read?: () => Promise<Buffer>
}

/** The shared style sheet, followed by files below `assets`. */
export const createPageFiles = (...places: `${string}/${string}.${'css' | 'js'}`[]): readonly PageFile[] =>
  [designAssets.styles, ...places.map(loadAsset)].map((asset) => ({
    address: asset.address,
    type: asset.address.endsWith('.js') ? 'js' : 'css',
    asset,
  }))

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

const always = [
  "default-src 'none'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** Mounts the files of a page and returns a function that sends the page, or another one with the same files. */
export function mountPage(app: FastifyInstance, { policy, files, ...page }: HtmlPage) {
  const kept = new WeakMap<PageContent, Buffer>()
  const write = ({ title, body, language = 'en', styles = [] }: PageContent) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${each(files, 'css', (address) => `<link rel="stylesheet" href="${address}">`)}${styles.map((address) => `\n<link rel="stylesheet" href="${address}">`).join('')}
</head>
<body>
${body}
${each(files, 'js', (address) => `<script src="${address}"></script>`)}
</body>
</html>
`
  const nameOf = (directive: string) => directive.split(' ')[0]
  const others = always.filter((each) => !policy.some((own) => nameOf(own) === nameOf(each)))
  const guard = (reply: FastifyReply) =>
    reply.header('content-security-policy', [...others, ...policy].join('; ')).header('referrer-policy', 'no-referrer')
  const assets = files.flatMap(({ asset }) => asset ?? [])
  mountAssets(app, assets.includes(designAssets.styles) ? [...designAssets.all, ...assets] : assets)
  for (const { address, type, read } of files) {
    if (!read) continue
    let bytes: Buffer | undefined
    app.get(address, async (_request, reply) => {
      bytes ??= await read()
      return guard(reply).type(types[type]).send(bytes)
    })
  }
  return (reply: FastifyReply, shown: PageContent = page) => {
    const bytes = kept.get(shown) ?? Buffer.from(write(shown))
    kept.set(shown, bytes)
    return guard(reply).type('text/html; charset=utf-8').send(bytes)
  }
}

const each = (files: readonly PageFile[], type: 'css' | 'js', tag: (address: string) => string) =>
  files
    .filter((file) => file.type === type)
    .map(({ address }) => tag(address))
    .join('\n')

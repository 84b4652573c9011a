import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '#core/text/language'
import { type Asset, designAssets, loadAsset, mountAssets } from './assets.ts'

/** What a reader sees. */
export interface PageContent {
  title: string
  body: string
  /** English unless said. */
  language?: Language
  /** Addresses of style sheets of its own, such as that of a colour. */
  styles?: readonly string[]
}

/** A page of ours for people, with the files it is made of: all from this server, each read when it is first asked for. */
export interface HtmlPage extends PageContent {
  /** What a browser may do for it, as Content-Security-Policy directives beside those that hold for every page, or in their place. */
  policy: readonly string[]
  files: readonly PageFile[]
}

/** A style sheet or a script of a page. */
export interface PageFile {
  address: string
  type: 'css' | 'js'
  /** Of a page in the design; else it is read when it is first asked for. */
  asset?: Asset
  read?: () => Promise<Buffer>
}

/** What a page in the design is made of: the design, then its own files of `assets`. */
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

/** Mounts the files of a page, and answers what sends the page itself, or another one made of the same files. */
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

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '#core/runtime/project-root'

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** A static file whose path contains a hash of its content, so that it can be cached forever. */
export interface Asset {
  address: `/assets/${string}`
  type: string
  bytes: Buffer
}

function createAsset(name: string, bytes: Buffer): Asset {
  const ending = extname(name) as keyof typeof types
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  return { address: `/assets/${basename(name, ending)}.${hash}${ending}`, type: types[ending], bytes }
}

/** Loads a file below `assets`. */
export const loadAsset = (place: string): Asset => createAsset(place, readFileSync(join(projectRoot, 'assets', place)))

const fonts = ['inter.woff2', 'inter-ext.woff2'].map((name) => ({ name, asset: loadAsset(`design/${name}`) }))

/** Tokens, base and components of the design as one style sheet. */
const design = createAsset(
  'design.css',
  Buffer.from(
    fonts.reduce(
      (css, { name, asset }) => css.replaceAll(`url("${name}")`, `url("${asset.address}")`),
      ['tokens', 'base', 'components'].map((name) => loadAsset(`design/${name}.css`).bytes).join('\n'),
    ),
  ),
)

/** The shared style sheet and its fonts. */
export const designAssets = { styles: design, all: [design, ...fonts.map(({ asset }) => asset)] }

const compressions = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressions

/** Serves each asset once. Text is compressed asynchronously on first request and cached. */
export function mountAssets(app: FastifyInstance, assets: readonly Asset[]) {
  for (const asset of assets) {
    if (app.hasRoute({ method: 'GET', url: asset.address })) continue
    const compressed = new Map<Encoding, Promise<Buffer>>()
    app.get(asset.address, { config: { isUncounted: true } }, async (request, reply) => {
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'accept-encoding')
        .type(asset.type)
      const encoding = asset.type.startsWith('text/') && encodingFor(request)
      if (!encoding) return reply.send(asset.bytes)
      const bytes = compressed.get(encoding) ?? compressions[encoding](asset.bytes)
      compressed.set(encoding, bytes)
      return sendEncoded(reply, encoding, await bytes)
    })
  }
}

const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => String(headers['accept-encoding'] ?? '').includes(encoding))

const sendEncoded = (reply: FastifyReply, encoding: Encoding, bytes: Buffer) =>
  reply.header('content-encoding', encoding).send(bytes)

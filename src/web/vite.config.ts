import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { createLogger, defineConfig, type Plugin } from 'vite'
import { splitGraphqlDocuments } from './split-graphql-documents.ts'

/** What is sent is compressed here, once and as small as can be, and not for each who asks. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const texts = Object.entries(bundle).filter(([name]) => /\.(js|css|svg)$/.test(name))
      await Promise.all(
        texts.map(async ([name, output]) => {
          const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          const made = { br: await brotli(bytes, { params: size }), gz: await zip(bytes, { level: 9 }) }
          for (const [ending, source] of Object.entries(made))
            this.emitFile({ type: 'asset', fileName: `${name}.${ending}`, source })
        }),
      )
    },
  },
}
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * What of Excalidraw is not built in: other languages, what makes SVGs smaller by WebAssembly, which the policy refuses, and
 * Mermaid, five times as large as the app.
 */
const leftOut = /^(\.\/(locales\/(?!de-DE|en-|percentages)|subset-(shared|worker)\.chunk)|@excalidraw\/mermaid)/

/** Drawings: their fonts lie beside the app's own, and no other host is asked for them. */
const drawings: Plugin = {
  name: 'drawings',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/@excalidraw/excalidraw/dist/') && leftOut.test(source) ? '\0left-out' : null,
  load: (id) => (id === '\0left-out' ? 'export default {}' : null),
  transform(code, id) {
    if (!id.includes('/@excalidraw/excalidraw/dist/')) return null
    const found = new Set<string>()
    const local = code.replace(/(return) \w+\.push\(new URL\(\w+,\w+\.ASSETS_FALLBACK_URL\)\),/, '$1 ')
    const changed = local.replace(/"\.\/(fonts\/[\w-]+\/([\w-]+\.woff2))"/g, (_, path: string, name: string) => {
      found.add(path)
      return `"./${name}"`
    })
    for (const path of found) {
      const file = join(dirname(id), path)
      this.emitFile({ type: 'asset', fileName: `assets/${basename(file)}`, source: readFileSync(file) })
    }
    return found.size > 0 ? { code: changed, map: null } : null
  },
}

/** Fonts of drawings lie beside the styles that name them once they are built, which Vite cannot see before. */
const logger = createLogger('warn')
const { warnOnce } = logger
logger.warnOnce = (message, options) => {
  if (!/woff2 didn't resolve at build time/.test(message)) warnOnce(message, options)
}

/** The service that a developer runs beside it: `npm run dev`. */
const service = `http://127.0.0.1:${process.env.PORT ?? 4000}`

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [
    splitGraphqlDocuments,
    react(),
    { ...optimizeLocales.vite({ locales: ['de-DE', 'en-US'] }), enforce: 'pre' },
    drawings,
    compressed,
  ],
  customLogger: logger,
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // A font inside the styles would be loaded where it is not needed, and wants a policy of its own.
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    // The editor and Excalidraw are loaded where they are opened, and are as large as they are.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { checks: { pluginTimings: false } },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        '/graphql',
        '/live',
        '/api',
        '/docs',
        '/documents',
        '/files',
        '/storage',
        '/assets',
        '/graphiql',
        '/book',
        '/booking',
        '/sign',
        '/share',
        '/invitation',
      ].map((path) => [path, { target: service, ws: path === '/graphql' || path === '/live' }]),
    ),
  },
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { root } from '../root.ts'
import { mountPage } from './page.ts'

/** What the page is made of: file → where its package has it. The build copies them beside the compiled service. */
export const graphiqlFiles = {
  'react.js': 'react/umd/react.production.min.js',
  'react-dom.js': 'react-dom/umd/react-dom.production.min.js',
  'graphiql.js': 'graphiql/graphiql.min.js',
  'graphiql.css': 'graphiql/graphiql.min.css',
} as const

const shipped = (name: keyof typeof graphiqlFiles) => () =>
  readFile(join(root, 'dist', 'graphiql', name)).catch(() => readFile(join(root, 'node_modules', graphiqlFiles[name])))

/** Fills the window, and darkens what GraphiQL writes too pale to read. */
const layout = `html, body, main, #ui { height: 100%; margin: 0 }
.wait { padding: 2rem; font-family: system-ui, sans-serif }
h1 { position: absolute; clip-path: inset(50%); white-space: nowrap }
@media not (prefers-color-scheme: dark) {
  body:not(.graphiql-dark) .graphiql-container {
    --color-primary: 320, 95%, 38%;
    --color-secondary: 242, 51%, 45%;
    --color-tertiary: 188, 100%, 22%;
    --color-info: 208, 100%, 32%;
    --color-success: 158, 60%, 27%;
    --color-warning: 36, 100%, 25%;
    --alpha-secondary: 1;
    --alpha-tertiary: 0.85;
  }
}
`

/** The token stands in the headers' editor, and goes with operations and, as the socket's first word, subscriptions. */
const start = `'use strict'
const fetcher = GraphiQL.createFetcher({
  url: '/graphql',
  subscriptionUrl: location.origin.replace(/^http/, 'ws') + '/graphql',
})
// Without a token the schema can still be read: an empty one is not sent.
const sent = (headers = {}) =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value])
      .filter(([name, value]) => name !== 'authorization' || /^Bearer +\\S/.test(value)),
  )
const ui = document.getElementById('ui')
ReactDOM.createRoot(ui).render(
  React.createElement(GraphiQL, {
    fetcher: (operation, options = {}) => fetcher(operation, { ...options, headers: sent(options.headers) }),
    defaultHeaders: JSON.stringify({ authorization: 'Bearer ' }, null, 2),
    defaultEditorToolsVisibility: 'headers',
    defaultQuery: '{ me { name role } clients { total } }',
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
  }),
)
// The editors come without names, and what scrolls in them is not reached by keys.
const names = ['Query', 'Variables', 'Headers', 'Answer']
const name = () => {
  document.querySelectorAll('.CodeMirror').forEach((editor, index) => {
    editor.querySelector('textarea')?.setAttribute('aria-label', names[index])
    editor.querySelector('.CodeMirror-scroll')?.setAttribute('tabindex', '0')
  })
}
new MutationObserver(name).observe(ui, { childList: true, subtree: true })
`

/** Mounts GraphiQL's files; answers what sends the page, which has no address of its own but `GET /graphql`. */
export const mountGraphiql = (app: FastifyInstance): ((reply: FastifyReply) => FastifyReply) =>
  mountPage(app, {
    path: '/graphiql',
    title: 'Kontor – GraphQL',
    policy: ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", 'font-src data:', "connect-src 'self'"],
    body: '<main><h1>Kontor – GraphQL</h1><div id="ui"><p class="wait">GraphiQL …</p></div></main>',
    files: {
      'graphiql.css': { type: 'css', read: shipped('graphiql.css') },
      'layout.css': { type: 'css', read: () => layout },
      'react.js': { type: 'js', read: shipped('react.js') },
      'react-dom.js': { type: 'js', read: shipped('react-dom.js') },
      'graphiql.js': { type: 'js', read: shipped('graphiql.js') },
      'start.js': { type: 'js', read: () => start },
    },
  })

/** Whether somebody looks, with a browser; what asks a query is a program. */
export const isLooking = ({ method, headers, query }: FastifyRequest) =>
  method === 'GET' &&
  Boolean(headers.accept?.includes('text/html')) &&
  Object.keys(query as Record<string, unknown>).every((name) => name !== 'query' && name !== 'extensions')

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '#core/runtime/project-root'
import { mountPage } from './html-page.ts'

/** Files of the page and where their packages have them. The build copies them to `dist`. */
export const graphiqlFiles = {
  'react.js': 'react-umd/umd/react.production.min.js',
  'react-dom.js': 'react-dom-umd/umd/react-dom.production.min.js',
  'graphiql.js': 'graphiql/graphiql.min.js',
  'graphiql.css': 'graphiql/graphiql.min.css',
} as const

const shipped = (name: keyof typeof graphiqlFiles) => () =>
  readFile(join(projectRoot, 'dist', 'graphiql', name)).catch(() =>
    readFile(join(projectRoot, 'node_modules', graphiqlFiles[name])),
  )

const own = (name: string) => () => readFile(join(projectRoot, 'assets', 'graphiql', name))

/** Mounts GraphiQL's files and returns a function that sends the page, which is shown at `GET /graphql`. */
export const mountGraphiql = (app: FastifyInstance): ((reply: FastifyReply) => FastifyReply) =>
  mountPage(app, {
    title: 'Kontor – GraphQL',
    policy: ["script-src 'self'", "style-src 'self'", "img-src 'self' data:", 'font-src data:', "connect-src 'self'"],
    body: '<main><h1>Kontor – GraphQL</h1><div id="ui"><p class="wait">GraphiQL …</p></div></main>',
    files: [
      { address: '/graphiql/graphiql.css', type: 'css', read: shipped('graphiql.css') },
      { address: '/graphiql/layout.css', type: 'css', read: own('layout.css') },
      { address: '/graphiql/react.js', type: 'js', read: shipped('react.js') },
      { address: '/graphiql/react-dom.js', type: 'js', read: shipped('react-dom.js') },
      { address: '/graphiql/graphiql.js', type: 'js', read: shipped('graphiql.js') },
      { address: '/graphiql/start.js', type: 'js', read: own('start.js') },
    ],
  })

/** True for a browser that opens the address; requests with a query are programs. */
export const isBrowserNavigation = ({ method, headers, query }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  Boolean(headers.accept?.includes('text/html')) &&
  // A malformed URL has no query.
  Object.keys(query ?? {}).every((name) => name !== 'query' && name !== 'extensions')

import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalPath } from './path.ts'

const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'])

/** What an address has, for OPTIONS and for whoever asks by a method that it has not. */
export interface Methods {
  /** The methods of the route that a request would lead to by one of them; null where there is none. */
  of(request: FastifyRequest): readonly string[] | null
}

/** Answers OPTIONS on every route that is mounted after this, with the methods it has; without a token, as a browser asks. */
export function answerOptions(app: FastifyInstance): Methods {
  // A method that the router does not know would come past the hooks; of none of them the body is read.
  for (const method of METHODS)
    if (!usual.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal) return
    const known = methods.get(url)
    for (const each of [method].flat()) known?.add(each)
    if (known) return
    const names = new Set([method].flat())
    methods.set(url, names)
    app.options(url, { config: { isPublic: true, isUncounted: true } }, (_request, reply) =>
      reply
        .code(204)
        .header('allow', [...names].join(', '))
        .send(),
    )
  })
  return {
    of({ url: asked }) {
      const path = canonicalPath(asked).replace(/(?<=.)\/$/, '')
      const at = (url: string) =>
        new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, 'i').test(path) && methods.get(url)
      // A path in letters alone goes before one with a parameter.
      const found = methods.get(path) ?? [...methods.keys()].map(at).find(Boolean)
      return found ? [...found] : null
    },
  }
}

import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalPath, decodePath } from './path.ts'

const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'])

/** What an address has, for OPTIONS and for whoever asks by a method that it has not. */
export interface AllowedMethods {
  /** The methods of the route that a request would lead to by one of them; null where there is none. */
  of(request: FastifyRequest): readonly string[] | null
  /** Whether what is there answers without a token by one of them. */
  isPublic(request: FastifyRequest): boolean
}

/** Answers OPTIONS on every route that is mounted after this, with the methods it has; without a token, as a browser asks. */
export function mountOptionsRoutes(app: FastifyInstance): AllowedMethods {
  // A method that the router does not know would come past the hooks; of none of them the body is read.
  for (const method of METHODS)
    if (!usual.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  const methods = new Map<string, Set<string>>()
  const open = new Set<string>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isRefusal) return
    if (config?.isPublic && method !== 'OPTIONS') open.add(url)
    const known = methods.get(url)
    for (const each of [method].flat()) known?.add(each)
    if (known) return
    const names = new Set([method].flat())
    methods.set(url, names)
    app.options(url, { config: { isPublic: true, isUncounted: true } }, (_request, reply) =>
      reply
        .code(204)
        .headers(config?.optionsHeaders ?? {})
        .header('allow', [...names].join(', '))
        .send(),
    )
  })
  const findRoute = (asked: string, flags = '') => {
    const path = asked.replace(/(?<=.)\/$/, '')
    const leadsTo = (url: string) =>
      new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, flags).test(path)
    // A path in letters alone goes before one with a parameter.
    return methods.has(path) ? path : [...methods.keys()].find(leadsTo)
  }
  return {
    of(request) {
      // As the router compares: an address in other letters, or with an empty segment, is none.
      const found = methods.get(findRoute(decodePath(request.url)) ?? '')
      return found ? [...found] : null
    },
    isPublic: (request) => open.has(findRoute(canonicalPath(request.url), 'i') ?? ''),
  }
}

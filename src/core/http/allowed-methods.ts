import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { canonicalPath, decodePath } from './path.ts'

const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'])

/** The methods of a path, for OPTIONS and 405. */
export interface AllowedMethods {
  /** The methods of the matching route; null if there is none. */
  of(request: FastifyRequest): readonly string[] | null
  /** True if one of its methods needs no token. */
  isPublic(request: FastifyRequest): boolean
}

/** Adds OPTIONS to every route that is mounted afterwards; it needs no token, as browsers send none. */
export function mountOptionsRoutes(app: FastifyInstance): AllowedMethods {
  // Registers all HTTP methods, because requests by a method unknown to the router would bypass the hooks. Their bodies are not
  // read.
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
    // Static paths take precedence over parameters.
    return methods.has(path) ? path : [...methods.keys()].find(leadsTo)
  }
  return {
    of(request) {
      // Compares like the router: case-sensitive, without empty segments.
      const found = methods.get(findRoute(decodePath(request.url)) ?? '')
      return found ? [...found] : null
    },
    isPublic: (request) => open.has(findRoute(canonicalPath(request.url), 'i') ?? ''),
  }
}

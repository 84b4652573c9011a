import { Extensions } from 'type-graphql'

/** A route of the REST facade, as a resolver method declares it. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path in the specification's own spelling: `/tasks/{taskId}/comments`. */
  path: string
  status: number
}

const routePattern = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/

/** Puts an operation on the REST facade: `@Rest('POST /tasks/{taskId}/comments', 201)`. DELETE answers 204. */
export function Rest(route: string, status?: number) {
  const [, method, path] = route.match(routePattern) ?? []
  if (!path) throw new Error(`@Rest('${route}') is not "METHOD /path".`)
  const rest = { method, path, status: status ?? (method === 'DELETE' ? 204 : 200) } as RestRoute
  return Extensions({ rest })
}

/** `@Extensions({ deprecation })` beside `deprecationReason`: the days (`2027-01-31`) of the deprecation and the removal. */
export interface Deprecation {
  since: string
  sunset?: string
}

/** Response headers of a deprecated operation: RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`). */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset && { sunset: new Date(sunset).toUTCString() }),
  }
}

/** A resource edge that REST rows and events carry, cut down to these fields: `client {id, name}`. */
export const Embed = (...fields: string[]) => Extensions({ embed: fields })

/** A list of resources that get-one alone carries, each cut down to these fields. */
export const Linked = (...fields: string[]) => Extensions({ linked: fields })

/** A field that get-one alone carries. */
export const DetailOnly = () => Extensions({ detailOnly: true })

/** A list whose items REST answers as they were stored, by their property `stored`; `schema` documents one. */
export const Verbatim = (schema: object) => Extensions({ verbatim: true, schema: { items: schema } })

/** A field of GraphQL alone. */
export const GraphqlOnly = () => Extensions({ graphqlOnly: true })

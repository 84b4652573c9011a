import { Extensions } from 'type-graphql'

/** A REST route as declared by a resolver method. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With OpenAPI parameters: `/tasks/{taskId}/comments`. */
  path: string
  status: number
}

const routePattern = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/

/** Exposes an operation over REST: `@Rest('POST /tasks/{taskId}/comments', 201)`. DELETE returns 204. */
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

/** A related resource in REST rows and events, reduced to these fields: `client {id, name}`. */
export const Embed = (...fields: string[]) => Extensions({ embed: fields })

/** A list of related resources, shown by get-one only and reduced to these fields. */
export const DetailList = (...fields: string[]) => Extensions({ linked: fields })

/** Shown by get-one only. */
export const DetailOnly = () => Extensions({ detailOnly: true })

/** A list that REST returns as stored, from the property `stored`; `schema` describes an item. */
export const StoredJsonList = (schema: object) => Extensions({ verbatim: true, schema: { items: schema } })

/** Not exposed over REST. */
export const GraphqlOnly = () => Extensions({ graphqlOnly: true })

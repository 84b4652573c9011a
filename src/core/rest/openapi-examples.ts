/** A fixed id for examples, from a unique number. */
export const createExampleId = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

/** In the type of the parameter's schema; lists are sent with commas. */
type ParameterValue = string | number | boolean | readonly string[]

/** A request that works as it is; tests send each of them. */
interface Example {
  /** Path and query parameters. */
  parameters?: Readonly<Record<string, ParameterValue>>
  body?: object
  /** Resources that must exist although their ids are not sent. */
  needs?: readonly string[]
}

export interface Examples {
  /** Resources of the examples by name and id; the fixture of the same name creates them. */
  things: Readonly<Record<string, string>>
  /** By operation id, such as `createClient`, `getClient` or `listClients`; OpenAPI shows it. */
  operations: Readonly<Record<string, Example>>
  /** Ids in paths by their prefix, such as `/clients`. */
  ids: Readonly<Record<string, string>>
}

export const noExamples: Examples = { things: {}, operations: {}, ids: {} }

/** The example of an operation; the id in its path defaults to that of the resource. */
export function findExample({ operations, ids }: Examples, operationId: string, path: string) {
  const { parameters, body } = operations[operationId] ?? {}
  const [, before = '', name = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? []
  const id = ids[before]
  const all: Readonly<Record<string, ParameterValue>> = { ...(id && { [name]: id }), ...parameters }
  return { parameters: all, body }
}

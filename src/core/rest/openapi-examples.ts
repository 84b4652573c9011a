/** What can be sent as it stands, written by hand: a test sends each. */
export interface Example {
  /** Of path and query. */
  parameters?: Readonly<Record<string, string>>
  body?: object
}

export interface Examples {
  /** By operation id. */
  operations: Readonly<Record<string, Example>>
  /** The id in a path, by what stands before it: `/clients`. */
  ids: Readonly<Record<string, string>>
}

export const noExamples: Examples = { operations: {}, ids: {} }

/** The example of an operation; its path's id is that of the resource unless it says another. */
export function exampleOf({ operations, ids }: Examples, operationId: string, path: string) {
  const { parameters, body } = operations[operationId] ?? {}
  const [, before = '', name = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? []
  const id = ids[before]
  const all: Readonly<Record<string, string>> = { ...(id && { [name]: id }), ...parameters }
  return { parameters: all, body }
}

/** The id of a thing that examples mention, from a number that no other thing has. */
export const createExampleId = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

/** As the schema of the parameter has it; a list is sent with commas. */
type ParameterValue = string | number | boolean | readonly string[]

/** What can be sent as it stands, written by hand: a test sends each. */
interface Example {
  /** Of path and query. */
  parameters?: Readonly<Record<string, ParameterValue>>
  body?: object
  /** Things that must be there although no id of them is sent. */
  needs?: readonly string[]
}

export interface Examples {
  /** What the examples are about, and its id: the fixture of that name makes it. */
  things: Readonly<Record<string, string>>
  /** By operation id. */
  operations: Readonly<Record<string, Example>>
  /** The id in a path, by what stands before it: `/clients`. */
  ids: Readonly<Record<string, string>>
}

export const noExamples: Examples = { things: {}, operations: {}, ids: {} }

/** The example of an operation; its path's id is that of the resource unless it says another. */
export function findExample({ operations, ids }: Examples, operationId: string, path: string) {
  const { parameters, body } = operations[operationId] ?? {}
  const [, before = '', name = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? []
  const id = ids[before]
  const all: Readonly<Record<string, ParameterValue>> = { ...(id && { [name]: id }), ...parameters }
  return { parameters: all, body }
}

import {
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

type Described = Record<string, { description?: string | null }>

/** Inherits descriptions: inputs and filters from the field of the same name, relations from their type. */
export function inheritDescriptions(schema: GraphQLSchema) {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  for (const type of types.filter(isObjectType)) {
    if (type.name.endsWith('List')) type.description ??= 'A page of a list.'
    for (const field of Object.values(type.getFields())) field.description ??= descriptionOf(field.type)
  }
  for (const type of types.filter(isObjectType))
    for (const { args, type: answer } of Object.values(type.getFields()))
      for (const argument of args)
        argument.description ??=
          common[argument.name] ?? fieldsOf(answer)[argument.name]?.description ?? descriptionOf(argument.type)
  for (const type of types.filter(isInputObjectType)) {
    const resource = schema.getType(/^(?:Create|Update|Import)?(\w+)Input$/.exec(type.name)?.[1] ?? '')
    const known: Described = isObjectType(resource) ? resource.getFields() : {}
    for (const field of Object.values(type.getFields())) field.description ??= known[field.name]?.description
  }
  assertDescribed(schema)
}

/** Throws if a type, field or argument has no description. */
function assertDescribed(schema: GraphQLSchema) {
  const missing: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInputObjectType(type))) continue
    if (!type.description && !['Query', 'Mutation', 'Subscription'].includes(type.name)) missing.push(type.name)
    for (const field of Object.values(type.getFields())) {
      if (!field.description) missing.push(`${type.name}.${field.name}`)
      if ('args' in field)
        for (const { name, description } of field.args)
          if (!description) missing.push(`${type.name}.${field.name}(${name})`)
    }
  }
  if (missing.length) throw new Error(`Without a description: ${missing.join(', ')}`)
}

/** Descriptions of common arguments. */
const common: Readonly<Record<string, string>> = {
  id: 'Id of the resource.',
  version: 'Version that the resource must still have; the operation fails with 412 if it has another.',
}

const descriptionOf = (type: GraphQLType) => {
  const named = getNamedType(type)
  return isObjectType(named) || isInputObjectType(named) ? named.description : undefined
}

const isRows = (name: string, type: GraphQLOutputType) =>
  name.endsWith('List') && isListType(isNonNullType(type) ? type.ofType : type)

/** The fields of a resource, or of the rows of a list. */
function fieldsOf(answer: GraphQLOutputType): Described {
  const type = getNamedType(answer)
  if (!isObjectType(type)) return {}
  const rows = Object.values(type.getFields()).find((field) => isRows(type.name, field.type))
  return rows ? fieldsOf(rows.type) : type.getFields()
}

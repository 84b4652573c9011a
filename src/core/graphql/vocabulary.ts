import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** Words that mean the same wherever they stand; a field that means more says so itself. */
const words: Readonly<Record<string, string>> = {
  id: 'Names it in every address.',
  version: 'The version it must still have.',
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  organizationId: 'The organization it belongs to.',
  input: 'What is sent.',
  total: 'How many there are, over all pages.',
  page: 'From 1.',
  perPage: '1 to 100.',
  name: 'What people call it.',
  title: 'What people call it.',
  description: 'What it is about.',
  notes: 'For colleagues alone.',
  email: 'An email address.',
  phone: 'As people write it.',
  website: 'A web address.',
  url: 'A web address.',
  street: 'Street and number.',
  postalCode: 'As the country writes it.',
  city: 'The town.',
  country: 'ISO 3166-1 alpha-2.',
  language: '`de` or `en`; that of the organization unless set.',
  timezone: 'A name of the IANA time zone database.',
  currency: 'ISO 4217.',
  color: '`#rrggbb`.',
  archived: 'Put away: kept, and no longer offered.',
  active: 'Whether it works.',
  status: 'Where it stands.',
  kind: 'Of which kind it is.',
  position: 'From 0.',
  reason: 'Why.',
  startDate: 'The first day.',
  dueDate: 'The last day.',
  completedAt: 'When it was done.',
  expiresAt: 'When it ends by itself.',
  done: 'Whether it is done.',
  at: 'When it was.',
  sizeBytes: 'How large it is.',
  hourlyRateCents: 'Of an hour; that of what it belongs to unless set.',
}

/** `clientId` refers to a client, and says so by its name. */
function wordsOf(name: string): string | undefined {
  const [, resource, several] = /^(\w+)Id(s?)$/.exec(name) ?? []
  if (!resource) return words[name]
  const spelled = resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return several ? `Each ${spelled}, by its id.` : `The ${spelled}, by its id.`
}

/** Gives every field without words of its own those of its resource, or the common ones. */
export function describeFields(schema: GraphQLSchema) {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  for (const type of types.filter(isObjectType))
    for (const field of Object.values(type.getFields())) {
      field.description ??= isRows(type.name, field.type)
        ? 'Those of this page.'
        : (wordsOf(field.name) ?? relationWords(field.type))
    }
  for (const type of types.filter(isObjectType))
    for (const { args, type: answer } of Object.values(type.getFields()))
      for (const argument of args) argument.description ??= fieldsOf(answer)[argument.name] ?? wordsOf(argument.name)
  for (const type of types.filter(isInputObjectType)) {
    const resource = schema.getType(/^(?:Create|Update)?(\w+)Input$/.exec(type.name)?.[1] ?? '')
    const known = isObjectType(resource) ? fieldsOf(resource) : {}
    for (const field of Object.values(type.getFields())) field.description ??= known[field.name] ?? wordsOf(field.name)
  }
}

/** A field that leads to another resource has that one's words. */
const relationWords = (type: GraphQLOutputType) => {
  const named = getNamedType(type)
  return isObjectType(named) ? named.description : undefined
}

const isRows = (name: string, type: GraphQLOutputType) =>
  name.endsWith('List') && isListType(isNonNullType(type) ? type.ofType : type)

/** The words of a resource's fields; of the rows' where the answer is a list of them. */
function fieldsOf(answer: GraphQLOutputType): Record<string, string | null | undefined> {
  const type = getNamedType(answer)
  if (!isObjectType(type)) return {}
  const rows = Object.values(type.getFields()).find((field) => isRows(type.name, field.type))
  if (rows) return fieldsOf(rows.type)
  return Object.fromEntries(Object.values(type.getFields()).map(({ name, description }) => [name, description]))
}

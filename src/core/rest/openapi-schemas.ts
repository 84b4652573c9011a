import {
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  isScalarType,
} from 'graphql'
import { isMarkedNotNull } from '#core/schema/not-null'
import { yearPattern } from '#core/schema/scalars'

export type JsonObject = Record<string, unknown>

/** What a field adds to the schema of its type. */
interface Addition {
  name?: string
  description?: string | null | undefined
  deprecationReason?: string | null | undefined
  extensions?: Readonly<Record<string, unknown>>
  notNull?: boolean
  defaultValue?: unknown
}

/** Converts a GraphQL type to a JSON Schema. */
export type ToJsonSchema = (type: GraphQLType, addition?: Addition) => JsonObject

export const scalars: Readonly<Record<string, JsonObject>> = {
  String: { type: 'string' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  UUID: { type: 'string', format: 'uuid' },
  Date: { type: 'string', format: 'date', pattern: `^${yearPattern}-`, examples: ['2026-01-31'] },
  DateTime: { type: 'string', format: 'date-time', pattern: `^${yearPattern}-`, examples: ['2026-01-31T09:00:00Z'] },
  SafeInt: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  Cents: {
    type: 'integer',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    examples: [11900],
  },
  StringMap: { type: 'object', additionalProperties: { type: 'string' } },
  JSON: {},
}

/** Sample values by field name, for texts without a more specific check. */
const samples: Readonly<Record<string, string>> = {
  name: 'Werkstatt Nord',
  legal_name: 'Werkstatt Nord GmbH',
  title: 'Erster Entwurf',
  description: 'Beratung',
  contact_name: 'Jörg Süß',
  street: 'Speicherstraße 12',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  phone: '+49 40 1234567',
  email: 'anna@example.com',
  invoice_email: 'rechnung@example.com',
  website: 'https://www.example.com',
  vat_id: 'DE136695976',
  tax_number: '22/123/45678',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  color: '#1a2b3c',
  language: 'de',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  number: 'RE-2026-0001',
  unit: 'HUR',
}

/** Named types are collected in `components`. */
export function createSchemaConverter(components: Record<string, JsonObject>): ToJsonSchema {
  const named = (type: GraphQLNamedType): JsonObject => {
    if (isScalarType(type)) {
      Object.assign(components, type.extensions.schemas)
      return (type.extensions.schema as JsonObject | undefined) ?? scalars[type.name] ?? {}
    }
    if (!components[type.name]) {
      const component: JsonObject = {}
      // Registered before its fields, because a type may contain itself.
      components[type.name] = component
      Object.assign(component, componentOf(type), type.description && { description: type.description })
    }
    return { $ref: `#/components/schemas/${type.name}` }
  }

  const componentOf = (type: GraphQLNamedType): JsonObject => {
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${type.name} has no JSON Schema.`)
    const fields = Object.values(type.getFields())
    const required = fields
      .filter((field) => isObjectType(type) || isRequiredInputField(field as GraphQLInputField))
      .map(({ name }) => name)
    return {
      type: 'object',
      ...(required.length && { required }),
      properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field.type, field)])),
    }
  }

  const schemaOf: ToJsonSchema = (type, addition = {}) => {
    if (isNonNullType(type)) return schemaOf(type.ofType, { ...addition, notNull: true })
    const { description: limits, ...checks } = (addition.extensions?.schema ?? {}) as JsonObject
    const words = [addition.description, limits].filter(Boolean).join(' ')
    const description = withDefault(words, addition.defaultValue)
    const plain: JsonObject = isListType(type)
      ? { type: 'array', items: schemaOf(type.ofType), ...checks }
      : { ...exampled(named(getNamedType(type)), addition.name), ...checks }
    return {
      ...(isMarkedNotNull(addition) ? notNullable(plain) : addition.notNull ? plain : nullable(plain)),
      ...(description && { description }),
      ...(addition.deprecationReason && { deprecated: true }),
    }
  }
  return schemaOf
}

/** Generators make fields with a `default` required, so defaults are described in words. */
const withDefault = (words: string, value: unknown) =>
  value === undefined || /unless sent/i.test(words) ? words : `${words} \`${String(value)}\` unless sent.`.trim()

const exampled = (schema: JsonObject, name = ''): JsonObject =>
  schema.type === 'string' && !schema.format && samples[name] ? { ...schema, examples: [samples[name]] } : schema

/** Without null; an unrestricted schema becomes any value but null. */
const notNullable = (schema: JsonObject): JsonObject =>
  '$ref' in schema || schema.anyOf || schema.type
    ? schema
    : { ...schema, type: ['object', 'array', 'string', 'number', 'boolean'] }

function nullable(schema: JsonObject): JsonObject {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] }
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  if (typeof schema.type !== 'string') return schema
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}

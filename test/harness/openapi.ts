import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createSchemas, describeRest } from '../../src/app.ts'

// Every REST response in tests must match the OpenAPI document.

interface Operation {
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}

// A copy: what a test adds is not seen by those that ask for the document.
const document = structuredClone(await describeRest(createSchemas().rest, 'http://127.0.0.1')) as {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties?: Record<string, { enum?: string[] }> }>
    responses: Record<string, { content?: Record<string, { schema: object }>; 'x-error-tokens'?: string[] }>
  }
}

/** Checks what the document says now. */
function readDocument(): Ajv2020 {
  const reader = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(reader)
  return reader.addSchema({ $id: 'openapi', ...document })
}

let ajv = readDocument()
const validators = new Map<string, ValidateFunction>()

/** Lets a field have a value that only tests know, whatever was checked before. */
export function allowValue(schema: string, field: string, value: string) {
  const values = document.components.schemas[schema]?.properties?.[field]?.enum
  if (!values) throw new Error(`${schema}.${field} has no values.`)
  if (values.includes(value)) return
  values.push(value)
  ajv = readDocument()
  validators.clear()
}

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
}))
/** What is wrong with an answer by the document, or null; a route that is not in it has nothing to say. */
export function findContractViolation(method: string, path: string, status: number, body: unknown): string | null {
  const pathname = path.split('?')[0] ?? ''
  const found =
    templates.find(({ template }) => template === pathname) ?? templates.find(({ pattern }) => pattern.test(pathname))
  const operation = found && document.paths[found.template]?.[method.toLowerCase()]
  if (!operation) return null
  const promised = operation.responses[status]
  if (!promised) return `${method} ${found.template} does not promise ${status}; @Refuses adds the tokens of one`
  const name = promised.$ref?.split('/').at(-1)
  const content = (name ? document.components.responses[name] : promised)?.content?.['application/json']
  if (!content || body === undefined) return null
  const key = name ?? `${method} ${found.template} ${status}`
  const pointer = name
    ? `openapi#/components/responses/${name}/content/application~1json/schema`
    : `openapi#/paths/${found.template.replaceAll('~', '~0').replaceAll('/', '~1').replace(/\{/g, '%7B').replace(/\}/g, '%7D')}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
  const validate = validators.get(key) ?? ajv.compile({ $ref: pointer })
  validators.set(key, validate)
  const tokens = name && document.components.responses[name]?.['x-error-tokens']
  const token = (body as { error?: string } | null)?.error ?? ''
  if (tokens && !tokens.includes(token))
    return `${method} ${found.template} ${status}: the token is one of ${tokens}, not ${token}: @Refuses adds one`
  if (validate(body)) return null
  const [error] = validate.errors ?? []
  return `${method} ${found.template} ${status}: ${error?.instancePath} ${error?.message}`
}

import { globSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { createSchemas, describeRest } from '../../../src/app.ts'
import { eventNames } from '../../../src/events.ts'

type Json = Record<string, unknown>
interface Response {
  description: string
  'x-error-tokens': string[]
}
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters?: { name: string; schema: Json; description?: string; example?: unknown }[]
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } }
  responses: Record<string, { $ref: string }>
}

const document = (await describeRest(createSchemas().rest, 'http://127.0.0.1')) as unknown as {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, Json> }>; responses: Record<string, Response> }
  tags: { name: string; description: string }[]
}
const at = (method: string, path: string) => document.paths[path]?.[method] as Operation
const bodyOf = (method: string, path: string) =>
  at(method, path).requestBody?.content['application/json'].schema.$ref.split('/').at(-1) ?? ''
const sent = (method: string, path: string) => document.components.schemas[bodyOf(method, path)]?.properties ?? {}
const tokens = (method: string, path: string, status: number) => {
  const reference = at(method, path).responses[status]?.$ref.split('/').at(-1) ?? ''
  return document.components.responses[reference]?.['x-error-tokens']
}

describe('field schemas', () => {
  test('contain every check', () => {
    expect(sent('post', '/clients').name).toMatchObject({ minLength: 1, maxLength: 200 })
    expect(at('get', '/clients').parameters?.find(({ name }) => name === 'per_page')?.schema).toMatchObject({
      minimum: 1,
      maximum: 100,
      default: 25,
    })
    expect(sent('put', '/members/{id}').language).toMatchObject({ enum: ['de', 'en', null] })
  })
  test('contain inherited checks', () => {
    expect(sent('post', '/clients').email).toMatchObject({ maxLength: 254, format: 'email' })
    expect(sent('post', '/clients').color).toMatchObject({ pattern: '^#[0-9a-fA-F]{6}$' })
  })
  test('state decimals in words, which no validator misreads', () => {
    const { tax_rate: rate, quantity } = document.components.schemas.LineItemInput?.properties ?? {}
    expect(rate).toEqual({
      type: 'number',
      minimum: 0,
      maximum: 100,
      description: 'VAT rate in percent. At most 2 decimals.',
    })
    expect(quantity).toMatchObject({ minimum: -1e9, maximum: 1e9 })
    expect(JSON.stringify(document)).not.toContain('multipleOf')
  })
})

test('list enum values once', () => {
  const repeated: unknown[] = []
  JSON.stringify(document, (key, value) => {
    if (key === 'enum' && Array.isArray(value) && new Set(value).size < value.length) repeated.push(value)
    return value
  })
  expect(repeated).toEqual([])
})

describe('request bodies', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', ...document })
  const takes = (name: string, value: object) =>
    ajv.compile({ $ref: `openapi#/components/schemas/${name}` })(value) as boolean

  test('require both terms of a cash discount or none', () => {
    const day = '2026-01-31'
    const line = { description: 'x', quantity: 1, unit_price_cents: 1, tax_rate: 19 }
    const id = '00000000-0000-4000-8000-000000000000'
    const invoice = { client_id: id, issue_date: day, due_date: day, line_items: [line] }
    const taken = (terms: object) => takes('CreateInvoiceInput', { ...invoice, ...terms })
    expect([taken({}), taken({ cash_discount_percent: 2, cash_discount_days: 10 })]).toEqual([true, true])
    expect(taken({ cash_discount_percent: null })).toBe(true)
    expect([taken({ cash_discount_percent: 2 }), taken({ cash_discount_days: 10 })]).toEqual([false, false])
    expect(taken({ cash_discount_percent: 2, cash_discount_days: null })).toBe(false)
  })

  test.each(['StartTimerInput', 'CreateTimeEntryInput'])('has a task or a project: %s', (name) => {
    const moment = '2026-01-31T09:00:00Z'
    const id = '00000000-0000-4000-8000-000000000000'
    const taken = (place: object) => takes(name, { started_at: moment, ended_at: moment, ...place })
    expect([taken({ task_id: id }), taken({ project_id: id }), taken({ task_id: null, project_id: id })]).toEqual([
      true,
      true,
      true,
    ])
    expect([taken({}), taken({ task_id: null }), taken({ task_id: null, project_id: null })]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('may leave both as they are: UpdateTimeEntryInput', () => {
    const taken = (change: object) => takes('UpdateTimeEntryInput', change)
    expect([taken({ description: 'x' }), taken({ task_id: null }), taken({ project_id: null })]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('require an existing country', () => {
    const taken = (country: string) => takes('CreateClientInput', { name: 'x', country })
    expect([taken('DE'), taken('NO'), taken('XX'), taken('de')]).toEqual([true, true, false, false])
  })

  test('accept the example of each parameter', () => {
    const flawed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        parameters
          .filter(
            ({ example, schema }) =>
              example !== undefined && !ajv.validate({ ...schema, components: document.components }, example),
          )
          .map(({ name }) => `${method} ${path} ${name}`),
      ),
    )
    expect(flawed).toEqual([])
  })

  test('require a non-empty file', () => {
    const form = at('post', '/storage/files').requestBody?.content as unknown as Record<string, { schema: Json }>
    expect(form['multipart/form-data']?.schema.properties).toMatchObject({ file: { minLength: 1 } })
  })
})

describe('documented limits', () => {
  const parameter = (path: string, of: string) => at('get', path).parameters?.find(({ name }) => name === of)?.schema
  test('include years, also in queries', () => {
    const schemas = [
      parameter('/invoices', 'updated_since'),
      parameter('/invoices', 'from'),
      sent('post', '/time-entries').started_at,
    ]
    for (const schema of schemas) {
      const pattern = new RegExp(schema?.pattern as string)
      const years = ['1899', '1900', '2199', '2200', '2201', '0001'].filter((year) => pattern.test(`${year}-01-31`))
      expect(years).toEqual(['1900', '2199', '2200'])
    }
  })
  test('include 32-bit integers', () => {
    expect(sent('post', '/tasks').estimate_minutes).toMatchObject({ minimum: 0, maximum: 2147483647 })
  })
  test('are in words if JSON Schema has no term', () => {
    const { name } = sent('post', '/clients')
    expect(name?.description).toContain('Must contain at least one visible character.')
    expect(name?.description).toContain('Characters that no document can show are refused.')
    const { accounts } = document.components.schemas.AccountingInput?.properties ?? {}
    expect(accounts?.description).toContain(
      'No two of the same tax category, rate, `domestic`, country and exemption reason.',
    )
    expect(sent('post', '/time-entries').task_id?.description).toContain('needs a task or a project')
  })
  test('describes defaults in words, because generators would require the field', () => {
    const inputs = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'))
    expect(JSON.stringify(inputs)).not.toContain('"default":')
    expect(sent('post', '/clients').kind?.description).toMatch(/`business` unless sent\.$/)
  })
})

test('contains example values in requests and responses', () => {
  const { city, color, kind } = document.components.schemas.Client?.properties ?? {}
  expect([city?.examples, color?.examples, kind?.examples]).toEqual([['Hamburg'], ['#1a2b3c'], undefined])
  expect(sent('post', '/clients').city?.examples).toEqual(['Hamburg'])
  expect(sent('put', '/organization').iban?.examples).toEqual(['DE02120300000000202051'])
})

describe('operations', () => {
  test('list the error codes of every status', () => {
    expect(tokens('post', '/clients', 409)).toEqual(['conflict', 'request_in_progress', 'email_taken'])
    expect(tokens('delete', '/clients/{id}', 409)).toEqual(['conflict', 'invalid_state', 'client_in_use'])
    expect(tokens('post', '/clients', 422)).toEqual(['validation_failed', 'idempotency_key_reused'])
    expect(tokens('put', '/clients/{id}', 412)).toEqual(['precondition_failed'])
    expect(tokens('get', '/clients', 405)).toEqual(['method_not_allowed'])
    expect(tokens('get', '/invoices', 422)).toEqual(['validation_failed', 'query_too_expensive'])
    expect(tokens('get', '/clients', 409)).toBeUndefined()
    expect(tokens('get', '/clients/{id}', 404)).toEqual(['not_found'])
  })
  test('have names for generated clients', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['listClients', 'getClient', 'createClient', 'getMe', 'listComments']))
    expect(names.filter((name) => !/^(list|get|search$|[a-z]+[A-Z])/.test(name))).toEqual([])
  })
  test('have named body schemas', () => {
    expect(bodyOf('post', '/clients')).toBe('CreateClientInput')
    expect(bodyOf('patch', '/projects/{id}/status')).toBe('SetProjectStatusInput')
    expect(bodyOf('post', '/invoices/{id}/send')).toBe('SendInvoiceInput')
  })
  test('document Accept-Language and versions', () => {
    const headersOf = (method: string, path: string) => JSON.stringify(at(method, path).parameters)
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods)) expect(headersOf(method, path)).toContain('parameters/Accept-Language')
    expect(headersOf('put', '/clients/{id}')).toContain('parameters/If-Match')
    expect(headersOf('post', '/clients')).toContain('parameters/Idempotency-Key')
    for (const path of ['/me', '/organization', '/clients/{id}'])
      expect(JSON.stringify(at('get', path).responses[200])).toContain('headers/ETag')
    expect(JSON.stringify(at('get', '/clients').responses[200])).not.toContain('headers/ETag')
  })
  test('use REST spelling', () => {
    const camel: string[] = []
    JSON.stringify(document, (key, value) => {
      if (['description', 'summary'].includes(key) && /`[a-z_]+[A-Z]/.test(String(value))) camel.push(value)
      return value
    })
    expect(camel).toEqual([])
    expect(at('put', '/calendar/events/{id}').summary).toContain('`occurrence_start`')
    expect(sent('post', '/absences').half?.description).toContain('`half_day`')
  })
  test('document resuming the feed and sorting events', () => {
    const feed = at('get', '/calendar/feed/{token}.ics')
    expect(JSON.stringify(feed.parameters)).toContain('parameters/If-None-Match')
    expect(feed.responses[304]).toMatchObject({ headers: { ETag: {} } })
    const sort = at('get', '/calendar/events').parameters?.find(({ name }) => name === 'sort')
    expect(sort?.description).toContain('Sort order; defaults to the earliest start first.')
  })
  test('are not summarized by half a name', () => {
    expect(at('post', '/webhooks/{id}/test').summary).toBe('Sends a `webhook.test` event to a webhook')
    const cut = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ summary }) => (summary.match(/`/g)?.length ?? 0) % 2)
    expect(cut).toEqual([])
  })
  test('are summarized by their first clause, with the allowed roles', () => {
    const { summary, description } = at('post', '/invoices/{id}/send')
    expect(summary).toBe('Sends an invoice')
    expect(description).toBe(
      'Sends an invoice: assigns its number, locks, archives and mails it.\n\nFor owner, admin, accountant.',
    )
  })
  test("have a tag with the resource's description", () => {
    expect(document.tags.find(({ name }) => name === 'clients')?.description).not.toMatch(/^Everything under/)
  })
})

test('one schema covers every error, with all codes', () => {
  const { error, errors } = document.components.schemas.Error?.properties ?? {}
  expect(error?.enum).toEqual(expect.arrayContaining(['validation_failed', 'email_taken', 'rate_limited', 'conflict']))
  expect(errors?.type).toBe('array')
  expect(JSON.stringify(document)).not.toContain('allOf')
  const made = globSync('src/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:new Problem\(\s*\d{3},|\bconflict\()\s*'(\w+)'/g)].map(
      ([, token]) => token,
    ),
  )
  expect(made).toEqual(expect.arrayContaining(['method_not_allowed', 'query_too_expensive', 'invoice_locked']))
  expect(error?.enum).toEqual(expect.arrayContaining(made))
})

test('every event is a webhook with its own schema', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventNames)
  const named = (event: string) =>
    document.webhooks[event]?.post?.requestBody?.content['application/json'].schema.$ref.split('/').at(-1) ?? ''
  expect(named('invoice.partially_paid')).toBe('InvoicePartiallyPaidEvent')
  const { event, data, changes } = document.components.schemas[named('client.updated')]?.properties ?? {}
  expect(event).toEqual({ type: 'string', const: 'client.updated', description: 'Name of the event.' })
  expect(data).toEqual({ $ref: '#/components/schemas/Client' })
  expect(changes?.type).toBe('array')
  expect(new Set(eventNames.map(named)).size).toBe(eventNames.length)
})

test('every parameter and field has a description', () => {
  const bare: string[] = []
  const walk = (part: unknown, where: string) => {
    if (part === null || typeof part !== 'object') return
    for (const [name, inner] of Object.entries(part)) {
      // Conditions have no descriptions.
      if (name === 'if' || name === 'then') continue
      if (name === 'properties')
        for (const [field, schema] of Object.entries(inner as Record<string, Json>)) {
          if (!schema.description && !schema.$ref && !schema.anyOf) bare.push(`${where}.${field}`)
        }
      walk(inner, `${where}/${name}`)
    }
  }
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { parameters = [] }] of Object.entries(operations))
      for (const { name, description } of parameters) if (name && !description) bare.push(`${method} ${path} ${name}`)
  walk(document.paths, '')
  walk(document.components.schemas, '')
  expect(bare).toEqual([])
})

test('binary routes document the allowed roles', () => {
  const said = (method: string, path: string) => at(method, path).description.split('\n\n').at(-1)
  expect(said('get', '/accounting/export')).toBe('For owner, admin, accountant, auditor.')
  expect(said('post', '/bills/read')).toBe('For owner, admin, accountant, auditor.')
  expect(said('post', '/payments/import')).toBe('For owner, admin, accountant.')
  for (const path of ['invoices', 'quotes', 'contracts', 'reminders'])
    expect(said('get', `/${path}/{id}/pdf`), path).toBe('For owner, admin, accountant, auditor.')
  expect(said('get', '/invoices/{id}/xml')).toBe('For owner, admin, accountant, auditor.')
})

test('public operations have no 401', () => {
  const open = Object.entries(document.paths).filter(([path]) => path.startsWith('/public/'))
  expect(open.length).toBeGreaterThan(3)
  for (const [path, operations] of open)
    for (const { responses } of Object.values(operations)) expect(Object.keys(responses), path).not.toContain('401')
})

test('texts with few values are enums; figures other than money have no money limits', () => {
  const field = (schema: string, name: string) => document.components.schemas[schema]?.properties[name] as Json
  expect(field('BankImport', 'format').enum).toEqual(['camt.053', 'camt.052', 'camt.054', 'mt940', 'mt942'])
  expect(field('DocumentToSign', 'kind').enum).toEqual(['quote', 'contract'])
  expect(field('AuditEntryActor', 'type').enum).toEqual(['user', 'public', 'system', 'assistant'])
  expect(field('Organization', 'vat_accounting').enum).toEqual(['accrual', 'cash'])
  expect(field('Organization', 'default_language').enum).toEqual(['de', 'en'])
  expect(field('Quote', 'language').enum).toEqual(['de', 'en', null])
  expect(field('BankStatement', 'pending')).toMatchObject({ type: 'integer', maximum: 2 ** 31 - 1 })
  expect(field('Quote', 'number').examples).toEqual(['AN-2026-0001'])
  expect(field('Contract', 'number').examples).toEqual(['VT-2026-0001'])
})

describe('JSON fields have their own schema', () => {
  const whole = JSON.parse(JSON.stringify(document))
  const { schemas } = whole.components
  const properties = (name: string) => schemas[name].properties
  test('pages in pages, and nodes in nodes', () => {
    const { schema } = whole.paths['/pages/tree'].get.responses[200].content['application/json']
    expect(schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/PageNode' } })
    expect(properties('PageNode').children.items).toEqual(schema.items)
    expect(properties('RichTextNode').content.items).toEqual({ $ref: '#/components/schemas/RichTextNode' })
    const forms = [{ $ref: '#/components/schemas/RichTextDocument' }, { type: 'string' }]
    for (const name of ['Page', 'PageVersion', 'CreatePageInput', 'UpdatePageInput'])
      expect([name, properties(name).content.anyOf]).toEqual([name, [...forms, { type: 'null' }]])
    expect(properties('ReplacePageContentInput').content.anyOf).toEqual(forms)
  })
  test("no object without properties and no untyped response, except Excalidraw's drawings", () => {
    const empty: string[] = []
    const any: string[] = []
    const walk = (value: unknown, path: string) => {
      if (!value || typeof value !== 'object') return
      const part = value as Json
      const isObject = [part.type ?? []].flat().includes('object')
      if (isObject && !part.properties && !part.additionalProperties) empty.push(path)
      if ('schema' in part && Object.keys(part.schema as Json).length === 0) any.push(path)
      for (const [name, each] of Object.entries(path.endsWith('/properties') ? part : {}))
        if (!['type', '$ref', 'anyOf', 'not'].some((key) => key in (each as Json))) any.push(name)
      for (const [key, each] of Object.entries(part)) walk(each, `${path}/${key}`)
    }
    walk({ paths: whole.paths, schemas }, '')
    expect(empty).toEqual([])
    expect([...new Set(any)]).toEqual(['scene'])
  })
})

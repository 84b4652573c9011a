import MarkdownIt from 'markdown-it'
import type { Language } from '#core/text/language'
import { renderDocsBody } from './docs-layout.ts'
import type { PageContent } from './html-page.ts'

/** The part of OpenAPI 3.1 that our document uses. */
export interface OpenApiDocument {
  info: { version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
  }
}

interface Reference {
  $ref?: string
}

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: (Parameter & Reference)[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, Response & Reference>
}

interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
  example?: unknown
}

interface Response {
  description: string
  content?: Record<string, { schema: Schema }>
  'x-error-tokens'?: string[]
}

interface Schema extends Reference {
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const words = {
  de: {
    title: 'Referenz',
    lead: 'Jede Operation der REST-API mit ihren Feldern, Grenzen und einem Beispiel. Die Beschreibungen sind englisch.',
    guide: 'Leitfaden',
    operations: 'Operationen',
    types: 'Typen',
    parameters: 'Parameter',
    body: 'Inhalt',
    answers: 'Antworten',
    example: 'Beispiel',
    refusals: 'Was abgelehnt wird, beantwortet ein',
    required: 'erforderlich',
  },
  en: {
    title: 'Reference',
    lead: 'Every operation of the REST API with its fields, limits and an example.',
    guide: 'Guide',
    operations: 'Operations',
    types: 'Types',
    parameters: 'Parameters',
    body: 'Body',
    answers: 'Answers',
    example: 'Example',
    refusals: 'What is refused is answered by an',
    required: 'required',
  },
} as const

const markdown = new MarkdownIt()
const { escapeHtml } = markdown.utils
const code = (text: unknown) => `<code>${escapeHtml(typeof text === 'string' ? text : JSON.stringify(text))}</code>`
const prose = (text = '') => markdown.renderInline(text)
const nameOf = ({ $ref = '' }: Reference) => $ref.slice($ref.lastIndexOf('/') + 1)

/** Renders the API reference: all operations and types as collapsed sections, without scripts. */
export function renderReference(
  language: Language,
  { info, servers, paths, components }: OpenApiDocument,
): PageContent {
  const say = words[language]
  const base = servers[0]?.url ?? ''
  const named = new Set<string>()

  const typeOf = (schema: Schema): string => {
    if (schema.$ref) {
      const name = nameOf(schema)
      named.add(name)
      return `<a href="#type-${name}">${name}</a>`
    }
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
    const types = [schema.type ?? []].flat().map((type) => {
      if (type === 'array' && schema.items) return `list of ${typeOf(schema.items)}`
      if (type === 'object' && typeof schema.additionalProperties === 'object')
        return `map of ${typeOf(schema.additionalProperties)}`
      return type === 'string' && schema.format ? schema.format : type
    })
    return types.join(' or ') || 'any value'
  }
  const limitsOf = (schema: Schema): string[] => {
    const {
      minLength,
      maxLength,
      minimum,
      maximum,
      minItems,
      maxItems,
      enum: values,
      pattern,
      format,
      examples,
    } = schema
    const range = (what: string, least?: number, most?: number) => {
      const [from, to] = [least, most].map((bound) => (Math.abs(bound ?? Infinity) < 2 ** 31 - 1 ? bound : undefined))
      if (from !== undefined && to !== undefined) return [`${from} to ${to}${what}`]
      return from !== undefined ? [`at least ${from}${what}`] : to !== undefined ? [`at most ${to}${what}`] : []
    }
    return [
      ...range(' characters', minLength, maxLength),
      ...range('', minimum, maximum),
      ...range(' entries', minItems, maxItems),
      ...(values ? [`one of ${values.map(code).join(', ')}`] : []),
      ...('const' in schema ? [`always ${code(schema.const)}`] : []),
      ...(pattern && !format ? [`matches ${code(pattern)}`] : []),
      ...(schema.default === undefined ? [] : [`default ${code(schema.default)}`]),
      ...(examples?.length ? [`such as ${examples.map(code).join(', ')}`] : []),
    ]
  }
  const entry = (name: string, schema: Schema, required?: boolean, more = '') => {
    const limits = limitsOf(schema)
    return `<div><dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required ? ` <strong lang="${language}">${say.required}</strong>` : ''}${more}</dt>
<dd>${prose(schema.description)}${limits.length ? ` <span class="limits">${limits.join(' · ')}</span>` : ''}</dd></div>`
  }
  const list = (entries: string[]) => (entries.length ? `<dl>${entries.join('\n')}</dl>` : '')
  const fields = (schema: Schema): string => {
    if (schema.$ref) return fields(components.schemas[nameOf(schema)] ?? {})
    const properties = Object.entries(schema.properties ?? {})
    if (!properties.length) return `<p>${[typeOf(schema), ...limitsOf(schema)].join(' · ')}</p>`
    return list(properties.map(([name, field]) => entry(name, field, schema.required?.includes(name))))
  }
  const part = (title: string, content: string) => (content ? `<h4 lang="${language}">${title}</h4>\n${content}\n` : '')

  const answers = (responses: Operation['responses']) =>
    list(
      Object.entries(responses).map(([status, given]) => {
        const { content = {}, ...response } = given.$ref ? (components.responses[nameOf(given)] ?? given) : given
        const tokens = response['x-error-tokens']
        if (tokens)
          return `<div class="refusal"><dt><code>${status}</code></dt><dd>${tokens.map(code).join(' ')}</dd></div>`
        const shown = Object.entries(content).map(([type, { schema }]) =>
          type === 'application/json' ? typeOf(schema) : code(type),
        )
        return `<div><dt><code>${status}</code> <span class="type">${shown.join(' or ')}</span></dt><dd>${prose(response.description)}</dd></div>`
      }),
    )
  const example = (method: string, path: string, { requestBody, parameters = [] }: Operation) => {
    const query = parameters.flatMap(({ in: where, name, example: value }) =>
      where === 'query' && value !== undefined ? [`${name}=${encodeURIComponent(String(value))}`] : [],
    )
    const [[type, { schema = undefined, example: body = undefined } = {}] = []] = Object.entries(
      requestBody?.content ?? {},
    )
    const how = { get: '', head: ' -I' }[method] ?? ` -X ${method.toUpperCase()}`
    const headers = parameters.flatMap(({ in: where, name, example: value }) =>
      where === 'header' && value !== undefined ? [`  -H '${name}: ${value}'`] : [],
    )
    const lines = [
      `curl${how} '${base}${path}${query.length ? `?${query.join('&')}` : ''}'`,
      `  -H "Authorization: Bearer $TOKEN"`,
      ...headers,
      ...(type === 'multipart/form-data' ? [`  -F file=@document.pdf`] : []),
      ...(type && schema?.format === 'binary' ? [`  -H 'Content-Type: ${type}'`, '  --data-binary @document.pdf'] : []),
      ...(body === undefined
        ? []
        : [
            `  -H 'Content-Type: application/json'`,
            `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
          ]),
    ]
    return `<pre tabindex="0"><code>${escapeHtml(lines.join(' \\\n'))}</code></pre>`
  }
  const operation = (method: string, path: string, given: Operation) => {
    const { operationId, summary, description, requestBody, parameters = [], responses } = given
    const taken = parameters.map((one) => (one.$ref ? (components.parameters[nameOf(one)] ?? one) : one))
    const body = Object.entries(requestBody?.content ?? {}).map(([, { schema }]) => fields(schema))
    const rest = description.startsWith(`${summary}.`) ? description.slice(summary.length + 1) : description
    return `<details><summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path.replaceAll('/', '<wbr>/')}</code> <span class="summary">${prose(summary)}</span></h3></summary>
<div id="${operationId}" class="inside">
${rest
  .split('\n\n')
  .flatMap((text) => (text.trim() ? [`<p>${prose(text.trim())}</p>`] : []))
  .join('\n')}
${part(say.parameters, list(taken.map((one) => entry(one.name, { description: one.description, ...one.schema } as Schema, one.required, ` <span class="type">${one.in}</span>`))))}${part(say.body, body.join('\n'))}${part(say.answers, answers(responses))}${part(say.example, example(method, path, given))}</div></details>`
  }

  const byTag = Map.groupBy(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, given]) => ({ method, path, given })),
    ),
    ({ given }) => given.tags[0] ?? '',
  )
  const sections = [...byTag].map(
    ([tag, all]) => `<section><h2 id="tag-${tag}">${tag}</h2>
${all.map(({ method, path, given }) => operation(method, path, given)).join('\n')}</section>`,
  )
  const refusal = typeOf({ $ref: '#/components/schemas/Error' })
  // The set grows while it is iterated, because types name other types.
  const types: string[] = []
  for (const name of named) {
    const schema = components.schemas[name] ?? {}
    const about = schema.description ? `<p>${prose(schema.description)}</p>` : ''
    types.push(`<details><summary><h3><code>${name}</code></h3></summary>
<div id="type-${name}" class="inside">${about}${fields(schema)}</div></details>`)
  }
  const link = (id: string, title: string) => `<li><a href="#${id}">${title}</a></li>`
  return {
    title: `${say.title} – Kontor`,
    language,
    body: renderDocsBody({
      language,
      address: (each) => `/docs/${each}/reference`,
      label: say.operations,
      choices: `<ul><li><a href="/docs/${language}">${say.guide}</a></li></ul>
<h2>${say.operations}</h2>
<ul>${[...byTag.keys()].map((tag) => link(`tag-${tag}`, tag)).join('')}${link('types', say.types)}</ul>`,
      content: `<h1>${say.title}</h1>
<p>${say.lead} Version ${info.version}, <code>${escapeHtml(base)}</code></p>
<div class="reference" lang="en">
<p>${prose(info.description)} <span lang="${language}">${say.refusals}</span> ${refusal}.</p>
${sections.join('\n')}
<section><h2 id="types" lang="${language}">${say.types}</h2>
${types.sort().join('\n')}</section>
</div>`,
    }),
  }
}

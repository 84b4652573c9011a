import type { SpanDescription } from '#core/runtime/tracing'
import type { Statement } from './connection.ts'

const table = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z]\w*)"?/i

/** Span without values: statements without parameters may contain literals, so they are left out. */
export function describeStatement({ text, values }: Statement): SpanDescription {
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL'
  const collection =
    operation === 'SELECT' || /^(INSERT|UPDATE|DELETE|WITH)$/.test(operation) ? table.exec(text)?.[1] : undefined
  const query = values.length ? text : text.replace(/['"\s]*(?:'|\b\d|\$\w*\$)[\s\S]*$/, ' …')
  return {
    name: collection ? `${operation} ${collection}` : operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(collection && { 'db.collection.name': collection }),
      'db.query.text': query,
    },
  }
}

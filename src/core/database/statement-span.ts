import type { SpanDescription } from '#core/runtime/tracing'
import type { Statement } from './connection.ts'

/** The table that a statement begins with. */
const table = /\b(?:from|into|update)\s+(?:"?\w+"?\.)?"?([a-z]\w*)"?/i

/** A statement as a span, without values: where it carries none beside its text, they may stand in it as literals. */
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

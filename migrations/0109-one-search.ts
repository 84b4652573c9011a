import { Migration } from '@mikro-orm/migrations'
import { addSearchColumn, makeSearchableStatements, phoneSearchKeys, type SearchText } from '#core/database/searchable'

const found: readonly (readonly [table: string, name: string, text?: SearchText])[] = [
  [
    'clients',
    'name',
    { keys: ['email', 'customer_number', 'contact_name', 'vat_id', 'city', ...phoneSearchKeys('phone')] },
  ],
  ['projects', 'name'],
  ['tasks', 'title'],
  ['invoices', 'number'],
  ['quotes', 'number'],
  ['contracts', 'title', { keys: ['number'] }],
  ['pages', 'title', { body: 'text' }],
  ['whiteboards', 'title'],
  ['files', 'name'],
]

/** Long texts that a list searches and `/search` does not. */
const listed = [
  ['projects', 'description'],
  ['tasks', 'description'],
  ['invoices', 'introduction'],
  ['quotes', 'introduction'],
] as const

/** Lists and `/search` read the same folded columns, and clients are found by their numbers and addresses. */
export class OneSearch extends Migration {
  override up() {
    for (const [table, name, text] of found) {
      for (const index of ['beginning', 'letters', 'body']) this.addSql(`drop index if exists ${table}_search_${index}`)
      if (text && 'keys' in text) this.addSql(`drop index if exists ${table}_search_text`)
      for (const statement of makeSearchableStatements(table, name, text)) this.addSql(statement)
    }
    for (const [table, column] of listed) this.addSql(addSearchColumn(table, 'search_text', `coalesce(${column}, '')`))
  }
}

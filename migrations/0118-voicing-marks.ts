import { OneSearch } from './0109-one-search.ts'

const tables = ['clients', 'projects', 'tasks', 'invoices', 'quotes', 'contracts', 'pages', 'whiteboards', 'files']

/** Folded columns are computed again: a letter with a voicing mark, as Japanese has them, is another than the one without. */
export class VoicingMarks extends OneSearch {
  override up() {
    for (const table of tables)
      this.addSql(`alter table ${table} drop column if exists search_name, drop column if exists search_text`)
    super.up()
  }
}

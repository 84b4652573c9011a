import { Migration } from '@mikro-orm/migrations'

/** Escapes of U+0000 and of lone surrogates, which `json` keeps and `jsonb` refuses. Whole pairs are stored as characters. */
const unstorable = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})`

/** Stored scenes and pages are free of what breaks an export. */
export class StorableJson extends Migration {
  override up() {
    for (const [table, column] of [
      ['whiteboards', 'scene'],
      ['page_versions', 'content'],
    ])
      this.addSql(
        `update ${table} set ${column} = regexp_replace(${column}::text, '${unstorable}', '\\1', 'g')::json where ${column}::text ~ '${unstorable}'`,
      )
  }
}

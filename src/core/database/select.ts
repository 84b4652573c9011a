import { type RawValue, Sql } from 'sql-template-tag'

/**
 * A read-only statement by construction: it begins with `select`, and PostgreSQL allows no changes nested in one. Others must use
 * `write`, which keeps the order.
 */
export class Select extends Sql {
  declare private readonly onlyReads: true
}

/** The tag adds the keyword, as in select`name from clients where …`. */
export const select = ([first, ...rest]: TemplateStringsArray, ...values: RawValue[]): Select =>
  new Select([`select ${first}`, ...rest], values)

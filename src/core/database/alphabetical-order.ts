import { raw, type Sql } from 'sql-template-tag'

/**
 * Sorts text as people expect, "äpfel" before "Zebra", by ICU's root collation, which suits German and English. The database's default
 * might sort by code point.
 */
export const alphabeticalOrder = (column: string): Sql => raw(alphabeticalOrderSql(column))

export const alphabeticalOrderSql = (column: string) => `${column} collate "und-x-icu"`

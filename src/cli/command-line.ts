import { isEmail } from 'class-validator'
import { InvalidArgumentError, Option } from 'commander'
import type { Pool } from 'pg'
import { findPasswordWeakness, type PasswordOwner } from '#core/access/password-rules'
import { createPool } from '#core/database/connection'
import { cleanText } from '#core/text/characters'
import { readConfig } from '../config.ts'
import { Problem } from '../core/errors/problem.ts'
import { formatMessage } from '../core/errors/problem-response.ts'
import { isUuid } from '../core/schema/scalars.ts'
import { snakeCase } from '../core/text/naming.ts'
import { openInstallation } from '../open-installation.ts'

// Shared by all commands: arguments, database and output.

export const parseNonEmpty = (text: string) => {
  if (!text.trim()) throw new InvalidArgumentError('must not be empty')
  return cleanText(text).trim()
}
export const parseEmail = (text: string) => {
  if (!isEmail(text)) throw new InvalidArgumentError('must be an email address')
  return text
}
export const parseUuid = (text: string) => {
  if (!isUuid(text)) throw new InvalidArgumentError('must be a UUID')
  return text
}
export const createJsonOption = () => new Option('--json', 'print one JSON object and nothing else')

/** Checks like the API; an option's parser does not know the user's name and email. */
export function assertStrongPassword(password: string | undefined, owner: PasswordOwner) {
  const weakness = password === undefined ? null : findPasswordWeakness(password, owner)
  if (weakness) throw new Error(`--password ${weakness.en}`)
}

export async function withSystem(action: (system: Pool, url: string) => Promise<unknown>) {
  const database = await openInstallation(readConfig(process.env), (line) => process.stderr.write(`${line}\n`))
  const system = createPool(database.url, 'system', 2)
  try {
    await action(system, database.url)
  } finally {
    await system.end()
    await database.close()
  }
}

export function printResult(asJson: boolean | undefined, values: object, words: string) {
  process.stdout.write(`${asJson ? JSON.stringify(values) : words}\n`)
}

/** Finds the named organization, or the only one. */
export async function findOrganization(system: Pool, named: string | undefined): Promise<string> {
  const { rows } = await system.query<{ id: string }>(
    'select id from organizations where $1::uuid is null or id = $1 order by id limit 2',
    [named ?? null],
  )
  if (!rows[0]) throw new Error(named ? 'There is no such organization.' : 'There is no organization.')
  if (rows.length > 1)
    throw new Error('There are several organizations: say which with --org (kontor org list shows them).')
  return rows[0].id
}

/** Problems in the operator's language; other errors unchanged. */
export const formatError = (error: unknown) =>
  error instanceof Problem ? new Error(error.all.map((each) => formatMessage(each, 'en', snakeCase)).join(' ')) : error

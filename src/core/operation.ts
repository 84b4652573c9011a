import sql from 'sql-template-tag'
import type { Bearer } from './access/bearer.ts'
import type { Role } from './access/policy.ts'
import { Context } from './context.ts'
import type { Transaction } from './database/database.ts'
import { translate } from './database/failure.ts'
import { unauthorized } from './errors.ts'
import { Recorder } from './events/record.ts'
import type { Services } from './services.ts'
import type { Language } from './text/language.ts'

/** Who asks, and in which language; read from the request once, for every transport. */
export interface Credentials {
  /** Null where the request carries no token; a malformed one is refused before. */
  bearer: Bearer | null
  language: Language | null
}

interface Admission {
  token_id: string
  scope: 'full' | 'read'
  member_id: string
  member_name: string
  role: Role
  default_language: Language
}

/**
 * One operation, one transaction: opens it, sets the organization, runs the work, writes the events, commits and
 * rings the bell. Whatever throws undoes all of it. The token is looked up by the same statement that sets the
 * organization, in every operation: one that is revoked is refused at the next request.
 */
export async function operate<T>(
  services: Services,
  credentials: Credentials,
  mode: 'read' | 'write',
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(services, mode, work, async (transaction) => {
    const admission = credentials.bearer && (await enter(transaction, credentials.bearer))
    return new Context({
      transaction,
      services,
      recorder: new Recorder(),
      requestedLanguage: credentials.language,
      organizationLanguage: admission?.default_language ?? 'de',
      caller: admission && {
        type: 'user',
        id: admission.member_id,
        name: admission.member_name,
        role: admission.role,
        tokenId: admission.token_id,
        scope: admission.scope,
      },
    })
  })
}

/** An operation that the service does by itself in one organization: a due date passes, a job is run. */
export function operateAsSystem<T>(
  services: Services,
  organizationId: string,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return transact(services, 'write', work, async (transaction) => {
    await transaction.enter(organizationId, sql`select set_org(${organizationId}::uuid)`)
    return new Context({
      transaction,
      services,
      recorder: new Recorder(),
      requestedLanguage: null,
      organizationLanguage: 'de',
      caller: null,
      actor: { type: 'system', id: null, name: 'Kontor' },
    })
  })
}

async function transact<T>(
  services: Services,
  mode: 'read' | 'write',
  work: (context: Context) => Promise<T>,
  open: (transaction: Transaction) => Promise<Context>,
): Promise<T> {
  try {
    const transaction = await services.database.begin(mode)
    try {
      const context = await open(transaction)
      const result = await work(context)
      const events = mode === 'write' ? await context.recorder.prepare(context) : null
      await transaction.commit(events ?? undefined)
      if (events) services.bus.ring(transaction.organizationId)
      for (const follow of context.afterCommit) follow()
      return result
    } finally {
      await transaction.rollback()
    }
  } catch (error) {
    throw translate(error, services.constraints)
  }
}

async function enter(transaction: Transaction, { organizationId, hash }: Bearer): Promise<Admission> {
  const [admission] = await transaction.enter<Admission>(
    organizationId,
    sql`select * from enter(${organizationId}::uuid, ${hash}::bytea)`,
  )
  if (!admission) throw unauthorized()
  return admission
}

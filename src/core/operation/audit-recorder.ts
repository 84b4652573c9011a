import { createHash } from 'node:crypto'
import type { AuditState, NewAuditEntry } from '#core/audit/chain'
import { snakeCase } from '#core/text/naming'
import type { AuditAction } from '../../audit-actions.ts'
import type { Context } from './context.ts'

/** An audited action that concerns no entity. */
export interface AuditedFact {
  id: string | null
  before?: AuditState | null
  after?: AuditState | null
}

interface Noted {
  action: AuditAction
  entity: { id: string } | undefined
  only: readonly string[] | undefined
  note: Omit<NewAuditEntry, 'actor'>
}

/** Columns left out of audit entries. */
const bookkeeping = new Set(['organizationId', 'id', 'createdAt', 'updatedAt', 'version'])

/** Collects the audit entries of one operation. */
export class AuditRecorder {
  readonly #noted: Noted[] = []

  /** Records an entity's state before the action: `….created` has none before, `….deleted` none after. */
  record(context: Context, action: AuditAction, subject: { id: string } | AuditedFact, only?: readonly string[]) {
    const state = stateOf(context, subject, only)
    if (state) {
      const before = action.endsWith('.created') ? null : state
      const note = { action, resourceId: subject.id, before, after: null }
      this.#noted.push({ action, entity: subject as { id: string }, only, note })
    } else {
      const { id, before = null, after = null } = subject as AuditedFact
      this.#noted.push({ action, entity: undefined, only, note: { action, resourceId: id, before, after } })
    }
  }

  /** Builds the entries after all other statements; entities without changes are left out. */
  buildEntries(context: Context): NewAuditEntry[] {
    const { type, id, name } = context.actor
    return this.#noted.flatMap(({ action, entity, only, note }) => {
      const after = entity && !action.endsWith('.deleted') ? (stateOf(context, entity, only) ?? null) : null
      const changed = entity ? difference(note.before, after) : note
      return changed ? [{ ...note, ...changed, actor: { type, id, name } }] : []
    })
  }
}

/** Differing columns of two states, or all set ones of a single state; undefined if there are none. */
function difference(before: AuditState | null, after: AuditState | null) {
  const names = Object.keys({ ...before, ...after }).filter((name) =>
    before && after
      ? JSON.stringify(before[name]) !== JSON.stringify(after[name])
      : ((before ?? after)?.[name] ?? null) !== null,
  )
  const pick = (state: AuditState | null) =>
    state && Object.fromEntries(names.map((name) => [name, state[name] ?? null]))
  return names.length ? { before: pick(before), after: pick(after) } : undefined
}

/** An entity's columns in REST spelling, without hidden ones; undefined if it is no entity. */
function stateOf({ services }: Context, entity: object, only?: readonly string[]): AuditState | undefined {
  const meta = services.database.orm.getMetadata().find(entity.constructor as never)
  if (!meta) return undefined
  const state: AuditState = {}
  for (const { name, kind, persist, hidden } of meta.props) {
    if (persist === false || hidden || bookkeeping.has(name) || only?.includes(name) === false) continue
    const value = (entity as Record<string, unknown>)[name] ?? null
    if (name === 'url') state.url = redactUrl(value as string)
    else if (kind === 'scalar') state[snakeCase(name)] = spelled(value)
    else state[`${snakeCase(name)}_id`] = (value as { id?: string } | null)?.id ?? null
  }
  return state
}

/** Paths and queries of URLs may be secrets (Slack, private calendars): keeps the origin, and a hash that shows changes. */
const redactUrl = (url: string) =>
  `${new URL(url).origin}/… (SHA-256 ${createHash('sha256').update(url).digest('hex').slice(0, 8)})`

/** Copies a JSON column's value with REST spelling, as the original may change later. */
function spelled(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(spelled)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), spelled(part)]))
}

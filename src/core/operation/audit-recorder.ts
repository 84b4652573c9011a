import { createHash } from 'node:crypto'
import type { AuditState, NewAuditEntry } from '#core/audit/chain'
import { snakeCase } from '#core/text/naming'
import type { AuditAction } from '../../audit-actions.ts'
import type { Context } from './context.ts'

/** What is done with something that is no entity. */
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

/** Columns that tell of the row and not of the thing. */
const bookkeeping = new Set(['organizationId', 'id', 'createdAt', 'updatedAt', 'version'])

/** Collects what one operation has stand in the audit log. */
export class AuditRecorder {
  readonly #noted: Noted[] = []

  /** Notes what is done with an entity, as it is before: `….created` has nothing before it, `….deleted` nothing after. */
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

  /** The entries, once everything else is sent; none where nothing has changed. */
  buildEntries(context: Context): NewAuditEntry[] {
    const { type, id, name } = context.actor
    return this.#noted.flatMap(({ action, entity, only, note }) => {
      const after = entity && !action.endsWith('.deleted') ? (stateOf(context, entity, only) ?? null) : null
      const changed = entity ? difference(note.before, after) : note
      return changed ? [{ ...note, ...changed, actor: { type, id, name } }] : []
    })
  }
}

/** What of two states is not the same; of one alone all that is set. Undefined where nothing is. */
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

/** The columns of an entity, spelled as over REST; never one that is hidden. Undefined for what is no entity. */
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

/** Paths and queries of addresses may be secrets (Slack, private calendars): the origin, and a fingerprint that tells changes. */
const redactUrl = (url: string) =>
  `${new URL(url).origin}/… (SHA-256 ${createHash('sha256').update(url).digest('hex').slice(0, 8)})`

/** Names in JSON columns are TypeScript's; a copy, for what is inside of them may change. */
function spelled(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(spelled)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), spelled(part)]))
}

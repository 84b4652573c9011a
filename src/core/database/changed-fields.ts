import type { EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import { snakeCase } from '#core/text/naming'
import type { Executor } from './transaction.ts'

/** Not reported as changes. */
const bookkeeping = new Set(['updatedAt', 'version'])

const changed = new WeakMap<object, Set<string>>()

/** Collects the fields written by flushes, for the `changes` of `.updated` events. */
export const changeCollector: EventSubscriber = {
  onFlush({ uow, em }: FlushEventArgs) {
    const transaction = em.getTransactionContext<Executor>()
    for (const { type, entity, originalEntity, payload, meta } of uow.getChangeSets()) {
      const before = type === 'create' ? undefined : { ...entity, ...originalEntity }
      const after = type === 'delete' ? undefined : entity
      transaction?.countRowChange(meta.class, before, after)
      if (type !== 'update') continue
      const fields = changed.get(entity) ?? new Set<string>()
      for (const field of Object.keys(payload))
        if (!bookkeeping.has(field) && !meta.properties[field as never]?.hidden) fields.add(field)
      changed.set(entity, fields)
    }
  },
}

/** Marks a field as changed that another table stores. */
export const markFieldChanged = (entity: object, field: string) =>
  changed.set(entity, new Set(changed.get(entity)).add(field))

/** Returns the fields changed since the last call. */
export const takeChangedFields = (entity: object) => {
  const fields = [...(changed.get(entity) ?? [])].map(snakeCase).sort()
  changed.delete(entity)
  return fields
}

import type { EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import { snakeCase } from '#core/text/naming'
import type { Executor } from './transaction.ts'

/** Bookkeeping of the row itself is no change that anyone subscribed to. */
const bookkeeping = new Set(['updatedAt', 'version'])

const changed = new WeakMap<object, Set<string>>()

/** Notes which fields of an entity its flushes wrote, for the `changes` of an `.updated` event. */
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

/** Notes a change of what an entity shows and another table holds. */
export const markFieldChanged = (entity: object, field: string) =>
  changed.set(entity, new Set(changed.get(entity)).add(field))

/** The fields changed since they were asked for last. */
export const takeChangedFields = (entity: object) => {
  const fields = [...(changed.get(entity) ?? [])].map(snakeCase).sort()
  changed.delete(entity)
  return fields
}

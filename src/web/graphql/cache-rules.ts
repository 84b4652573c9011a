import type { KeyGenerator, OptimisticMutationResolver, UpdateResolver } from '@urql/exchange-graphcache'

/**
 * How the mutations of a feature change the cache, declared in its `*.cache.ts`. An object that a mutation returns is updated
 * by its id without a rule.
 */
export interface CacheRules {
  /** The query fields to fetch again, by mutation. */
  invalidates: Readonly<Record<string, readonly string[]>>
  /** Changes to the cache by a mutation, made for its optimistic result and for its real one. */
  updates?: Readonly<Record<string, UpdateResolver>>
  optimistic?: Readonly<Record<string, OptimisticMutationResolver>>
  keys?: Readonly<Record<string, KeyGenerator>>
}

const merge = <R>(all: readonly (Readonly<Record<string, R>> | undefined)[]): Record<string, R> =>
  Object.assign({}, ...all)

const updateAndInvalidate =
  (update: UpdateResolver | undefined, invalidated: readonly string[] = []): UpdateResolver =>
  (result, variables, cache, info) => {
    update?.(result, variables, cache, info)
    if (info.optimistic) return
    for (const { fieldName, arguments: given } of cache.inspectFields('Query'))
      if (invalidated.includes(fieldName)) cache.invalidate('Query', fieldName, given)
  }

/** The options of graphcache for the rules of these features. */
export function mergeCacheRules(features: readonly CacheRules[]) {
  const invalidates = merge(features.map((each) => each.invalidates))
  const updates = merge(features.map((each) => each.updates))
  const mutations = Object.keys({ ...invalidates, ...updates })
  return {
    optimistic: merge(features.map((each) => each.optimistic)),
    keys: merge(features.map((each) => each.keys)),
    updates: {
      Mutation: Object.fromEntries(
        mutations.map((name) => [name, updateAndInvalidate(updates[name], invalidates[name])]),
      ),
    },
  }
}
